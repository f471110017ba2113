-- Puts deliveries into the outbox together with how far their games and their partition were read, or nothing at all.
-- A delivery is put in once, however often it is brought. One that is planned moves with its plan, and is withdrawn when the
-- game's newest plan does not hold it any more.
--
-- KEYS  checkpoints, told, plans, due
-- ARGV  1 how the keys of deliveries begin   2 how the keys of people's lists begin   3 how the keys of lanes begin
--       4 partition   5 checkpoint   6 now (ms)   7 seconds that a delivery is kept   8 number of games
--       then per game: game, version, number of deliveries,
--       and per delivery: id, user, place in the user's list, due (ms), lane, '1' if it is planned, body

if is_moving() then
  return MOVING
end

local CHECKPOINTS, TOLD, PLANS, DUE = unpack(KEYS)
local DELIVERY, LIST = ARGV[1], ARGV[2]
local OUTBOX = {due = DUE, deliveries = DELIVERY, lists = LIST, lanes = ARGV[3]}
OUTBOX.now, OUTBOX.keep = tonumber(ARGV[6]), tonumber(ARGV[7])

local function untried(id)
  local found = redis.call('HMGET', DELIVERY .. id, 'state', 'attempts')
  return found[1] == 'waiting' and found[2] == '0'
end

local function withdraw(id)
  if untried(id) then
    local owner = redis.call('HMGET', DELIVERY .. id, 'user', 'place')
    redis.call('ZREM', LIST .. owner[1], owner[2])
    redis.call('ZREM', DUE, id)
    redis.call('DEL', DELIVERY .. id)
  end
end

local function plan(game, wanted)
  for id in string.gmatch(redis.call('HGET', PLANS, game) or '', '%S+') do
    if not wanted[id] then
      withdraw(id)
    end
  end
  local ids = {}
  for id, due in pairs(wanted) do
    ids[#ids + 1] = id
    if untried(id) then
      redis.call('ZADD', DUE, due, id)
    end
  end
  if #ids > 0 then
    table.sort(ids)
    redis.call('HSET', PLANS, game, table.concat(ids, ' '))
  else
    redis.call('HDEL', PLANS, game)
  end
end

local at = 9
for _ = 1, tonumber(ARGV[8]) do
  local game, version, count = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  if version > tonumber(redis.call('HGET', TOLD, game) or '0') then
    local wanted = {}
    for i = at + 3, at + 2 + 7 * count, 7 do
      put(OUTBOX, ARGV[i], ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3]), ARGV[i + 4], ARGV[i + 6])
      if ARGV[i + 5] == '1' then
        wanted[ARGV[i]] = ARGV[i + 3]
      end
    end
    plan(game, wanted)
    redis.call('HSET', TOLD, game, version)
  end
  at = at + 3 + 7 * count
end

advance(CHECKPOINTS, ARGV[4], ARGV[5])
return 1

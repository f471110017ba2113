-- Stores what was made of some games together with the checkpoint of their partition, or nothing at all.
-- A row is replaced only by one that was made from a newer version; a checkpoint only moves on.
--
-- KEYS  live, rows, order, versions, parked, checkpoints
-- ARGV  1 generation   2 seconds that a generation lives while it is not the live one
--       3 partition   4 checkpoint   5 number of games
--       then per game: game, version, reason ('' unless it is parked), number of rows,
--       and per row: place (model/owner), order, body ('' if there is no row)

local LIVE, ROWS, ORDER, VERSIONS, PARKED, CHECKPOINTS = unpack(KEYS)

local function put(game, place, order, body)
  local field = place .. '/' .. game
  local old = redis.call('HGET', ROWS, field)
  if old then
    redis.call('ZREM', ORDER, place .. '/' .. string.match(old, '^[^\n]*') .. '/' .. game)
  end
  if body ~= '' then
    redis.call('HSET', ROWS, field, order .. '\n' .. body)
    redis.call('ZADD', ORDER, 0, place .. '/' .. order .. '/' .. game)
  elseif old then
    redis.call('HDEL', ROWS, field)
  end
end

local function park(game, version, reason, known)
  if version > known then
    redis.call('HSET', PARKED, game, version .. ' ' .. reason)
  end
end

local function release(game, version)
  local found = redis.call('HGET', PARKED, game)
  if found and version >= tonumber(string.match(found, '^%d+')) then
    redis.call('HDEL', PARKED, game)
  end
end

local at = 6
for _ = 1, tonumber(ARGV[5]) do
  local game, version, reason, count = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], tonumber(ARGV[at + 3])
  local known = tonumber(redis.call('HGET', VERSIONS, game) or '0')
  if reason ~= '' then
    park(game, version, reason, known)
  elseif version > known then
    redis.call('HSET', VERSIONS, game, version)
    for i = at + 4, at + 3 + 3 * count, 3 do
      put(game, ARGV[i], ARGV[i + 1], ARGV[i + 2])
    end
    release(game, version)
  end
  at = at + 4 + 3 * count
end

advance(CHECKPOINTS, ARGV[3], ARGV[4])
if (redis.call('GET', LIVE) or '0') ~= ARGV[1] then
  for i = 2, #KEYS do
    redis.call('EXPIRE', KEYS[i], ARGV[2])
  end
end
return 1

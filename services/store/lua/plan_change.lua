-- Keeps or drops the plan of a player, if the one that is held is the one that was meant.
--
-- KEYS  plans, planned
-- ARGV  1 game   2 user   3 the revision that is meant ('' for none, '*' for any)   4 the new revision   5 its state
--       6 the new plan ('' to drop it)   7 '1' if the player asks for it   8 seconds to keep it
--
-- Beside each plan stand its revision and state in one word. A game is listed as long as a plan waits for its turn.
-- Returns 1 if it stands now as asked for, also when this very call came before; 0 if another plan is held; 2 if the
-- player asks while the plan is being played.

if is_moving() then
  return MOVING
end

local held = redis.call('HGET', KEYS[1], 'state:' .. ARGV[2]) or ''
local revision, state = string.match(held, '^(%S+) (%S+)$')
if revision == ARGV[4] and state == ARGV[5] then
  return 1
end
if ARGV[7] == '1' and state == 'playing' then
  return 2
end
if ARGV[3] ~= '*' and (revision or '') ~= ARGV[3] then
  return 0
end

if ARGV[6] == '' then
  redis.call('HDEL', KEYS[1], 'plan:' .. ARGV[2], 'state:' .. ARGV[2])
else
  redis.call('HSET', KEYS[1], 'plan:' .. ARGV[2], ARGV[6], 'state:' .. ARGV[2], ARGV[4] .. ' ' .. ARGV[5])
  redis.call('EXPIRE', KEYS[1], ARGV[8])
end

local waiting = false
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if string.sub(all[i], 1, 6) == 'state:' then
    waiting = waiting or string.find(all[i + 1], ' kept$') ~= nil or string.find(all[i + 1], ' playing$') ~= nil
  end
end
if waiting then
  redis.call('SADD', KEYS[2], ARGV[1])
else
  redis.call('SREM', KEYS[2], ARGV[1])
end
return 1

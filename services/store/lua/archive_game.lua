-- Lets go of a game's log, if it is still the one that was archived: at the same head, with nothing owed.
--
-- KEYS  stream, facts, commands, feed, owed, games, snapshots, pages
-- ARGV  1 game   2 version   3 head
--
-- Returns 1 if it did, also earlier; 0 if the game went on. What remains are the facts, which say how long the log is.

if is_moving() then
  return MOVING
end

if redis.call('HGET', KEYS[2], 'head') ~= ARGV[3] or redis.call('ZSCORE', KEYS[5], ARGV[1]) then
  return 0
end
if redis.call('HGET', KEYS[2], 'archived') == ARGV[2] then
  return 1
end
local packed = tonumber(redis.call('HGET', KEYS[2], 'packed')) or 0
if redis.call('XLEN', KEYS[1]) + packed ~= tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[2], 'archived', ARGV[2])
redis.call('HDEL', KEYS[2], 'packed')
redis.call('DEL', KEYS[1], KEYS[3], KEYS[7], KEYS[8])
return 1

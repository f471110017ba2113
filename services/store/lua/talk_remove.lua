-- Removes the words of a line and says so in the stream. Sent twice, it does nothing the second time.
--
-- KEYS  stream, texts, said
-- ARGV  1 game   2 channel   3 number   4 user that removes it   5 time
--
-- Returns 1, or 0 if there were no words.

if is_moving() then
  return MOVING
end

if redis.call('HDEL', KEYS[2], ARGV[3]) == 0 then
  return 0
end
local number = redis.call('XLEN', KEYS[1]) + 1
redis.call('XADD', KEYS[1], number .. '-0', 'user', ARGV[4], 'at', ARGV[5], 'removes', ARGV[3])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return 1

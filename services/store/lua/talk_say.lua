-- Adds a line to the talk of a table, once for each key.
--
-- KEYS  stream, texts, said
-- ARGV  1 game   2 channel   3 key   4 hash of the body   5 user   6 time   7 text
--
-- Returns {number, hash of the body, 0}, or {number, hash of the body, 1} as the key's first use wrote it.

local known = redis.call('HGET', KEYS[3], ARGV[3])
if known then
  local number, body = string.match(known, '^(%d+) (.*)$')
  return {number, body, 1}
end
if is_moving() then
  return MOVING
end

local number = redis.call('XLEN', KEYS[1]) + 1
redis.call('XADD', KEYS[1], number .. '-0', 'user', ARGV[5], 'at', ARGV[6])
redis.call('HSET', KEYS[2], number, ARGV[7])
redis.call('HSET', KEYS[3], ARGV[3], number .. ' ' .. ARGV[4])
redis.call('PUBLISH', ARGV[2], ARGV[1])
return {tostring(number), ARGV[4], 0}

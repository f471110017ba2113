-- Files a report, once for each line and reporter.
--
-- KEYS  ids, bodies, open
-- ARGV  1 line and reporter   2 the report
--
-- Returns its number.

if is_moving() then
  return MOVING
end

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  return known
end
local number = tostring(redis.call('HLEN', KEYS[1]) + 1)
redis.call('HSET', KEYS[1], ARGV[1], number)
redis.call('HSET', KEYS[2], number, ARGV[2])
redis.call('ZADD', KEYS[3], number, number)
return number

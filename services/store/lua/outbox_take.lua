-- Takes a delivery that is due, for as long as an attempt may last: if its worker dies, it is due again.
--
-- KEYS  due, the delivery
-- ARGV  1 id   2 now (ms)   3 until when it is taken (ms)
--
-- Returns {body, attempts} with this attempt counted, or nothing if it is not due, taken or not there any more.

if is_moving() then
  return MOVING
end

local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then
  return nil
end
local body = redis.call('HGET', KEYS[2], 'body')
if not body then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return nil
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return {body, redis.call('HINCRBY', KEYS[2], 'attempts', 1)}

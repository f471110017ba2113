-- Writes down what became of a delivery, if it is (still) in the state in which it must be for that.
--
-- KEYS  due, tally, parked, the delivery
-- ARGV  1 id   2 the state before   3 the state now   4 when it is due again (ms; '' if never)
--       5 reason   6 now (ms)   7 attempts that count from now on ('' for those that were counted)   8 what to count it as
--       9 the moment before which whatever was parked is forgotten (ms)
--       10 how the keys of deliveries begin   11 how the keys of lanes begin
--
-- Returns nothing if it was in another state, else the delivery that is next in its lane ('' if there is none).

if is_moving() then
  return MOVING
end

if redis.call('HGET', KEYS[4], 'state') ~= ARGV[2] then
  return nil
end
redis.call('HSET', KEYS[4], 'state', ARGV[3], 'reason', ARGV[5], 'at', ARGV[6])
if ARGV[7] ~= '' then
  redis.call('HSET', KEYS[4], 'attempts', ARGV[7])
end
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
end
if ARGV[3] == 'parked' then
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[9])
  redis.call('ZADD', KEYS[3], ARGV[6], ARGV[1])
elseif ARGV[2] == 'parked' then
  redis.call('ZREM', KEYS[3], ARGV[1])
end
if ARGV[8] ~= '' then
  redis.call('HINCRBY', KEYS[2], ARGV[8], 1)
end
local lane = ARGV[4] == '' and redis.call('HGET', KEYS[4], 'lane')
if not lane or redis.call('LINDEX', ARGV[11] .. lane, 0) ~= ARGV[1] then
  return ''
end
redis.call('LPOP', ARGV[11] .. lane)
local following = first_in(ARGV[10], ARGV[11] .. lane)
if following then
  redis.call('ZADD', KEYS[1], redis.call('HGET', ARGV[10] .. following, 'due'), following)
end
return following or ''

-- Settles a report that is open. Sent twice, it does nothing the second time.
--
-- KEYS  open, settled, verdicts
-- ARGV  1 number   2 the verdict

if is_moving() then
  return MOVING
end

if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
  redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
end

-- Gives a delivery its place among those that go to one person by one channel in one hour, the first being 0.
-- Asked again, the same delivery has the same place.
--
-- KEYS  the deliveries of that hour
-- ARGV  1 id   2 seconds that they are remembered

if is_moving() then
  return MOVING
end

redis.call('ZADD', KEYS[1], 'NX', redis.call('ZCARD', KEYS[1]), ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANK', KEYS[1], ARGV[1])

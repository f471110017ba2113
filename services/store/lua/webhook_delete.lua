-- Forgets a webhook.
--
-- KEYS  1 id -> webhook   then its lists
-- ARGV  1 id

if is_moving() then
  return MOVING
end

for i = 2, #KEYS do
  redis.call('SREM', KEYS[i], ARGV[1])
end
return redis.call('HDEL', KEYS[1], ARGV[1])

-- Puts a webhook in the place of what it was made from. Safe when it is sent twice.
--
-- KEYS  1 id -> webhook
-- ARGV  1 id   2 the webhook before   3 the webhook after
--
-- Returns 1, or 0 if it is another one by now.

if is_moving() then
  return MOVING
end

local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept ~= ARGV[2] and kept ~= ARGV[3] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1

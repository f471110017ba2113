-- Keeps a new webhook, if there is room in every list that it stands in. Safe when it is sent twice.
--
-- KEYS  1 id -> webhook   then its lists
-- ARGV  1 id   2 webhook   then how many each list may hold
--
-- Returns 1, or 0 if a list is full.

if is_moving() then
  return MOVING
end

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 1
end
for i = 2, #KEYS do
  if redis.call('SCARD', KEYS[i]) >= tonumber(ARGV[i + 1]) then
    return 0
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for i = 2, #KEYS do
  redis.call('SADD', KEYS[i], ARGV[1])
end
return 1

-- Makes a generation of the read models the live one and lets the one before it fade.
--
-- KEYS  live, then the keys of the new generation (checkpoints last), then as many of the old one
-- ARGV  1 new generation   2 old generation   3 number of partitions   4 seconds until the old one is gone
--
-- Returns 1, or 0 if the old generation is not live (any more) or the new one is not complete.

local half = (#KEYS - 1) / 2
if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[2] then
  return 0
end
if redis.call('HLEN', KEYS[1 + half]) ~= tonumber(ARGV[3]) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
for i = 2, 1 + half do
  redis.call('PERSIST', KEYS[i])
  redis.call('EXPIRE', KEYS[i + half], ARGV[4])
end
return 1

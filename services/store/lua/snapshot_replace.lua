-- Puts another form of a snapshot in its place, unless a newer one has taken that meanwhile.
--
-- KEYS  snapshots
-- ARGV  1 its version   2 the snapshot in its other form

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end

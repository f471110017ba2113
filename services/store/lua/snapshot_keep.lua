-- Keeps a snapshot of a game, perhaps in place of an earlier one.
--
-- KEYS  snapshots
-- ARGV  1 its version   2 the snapshot   3 version of the one that it replaces ('' for none)

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] ~= '' then
  redis.call('HDEL', KEYS[1], ARGV[3])
end

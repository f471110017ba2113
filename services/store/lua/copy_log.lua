-- Reads what an append changes of one game, as it stands at one moment.
--
-- KEYS  stream, facts, commands, owed
-- ARGV  1 game   2 the first id of the stream to give
--
-- Returns {entries, facts, commands, due time ('' for none)}; facts and commands are fields and values in turn.

return {
  redis.call('XRANGE', KEYS[1], ARGV[2], '+'),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('ZSCORE', KEYS[4], ARGV[1]) or '',
}

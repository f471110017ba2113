-- Reads what an append changes of one game, as it stands at one moment.
--
-- KEYS  stream, facts, commands, owed, pages
-- ARGV  1 game   2 the version after which to give lines
--
-- Returns {entries, facts, commands, due time ('' for none), pages}; facts, commands and pages are fields and values in
-- turn. Pages are given only if some of those lines are packed.

local packed = tonumber(redis.call('HGET', KEYS[2], 'packed')) or 0
return {
  redis.call('XRANGE', KEYS[1], (ARGV[2] + 1) .. '-0', '+'),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('ZSCORE', KEYS[4], ARGV[1]) or '',
  packed > tonumber(ARGV[2]) and redis.call('HGETALL', KEYS[5]) or {},
}

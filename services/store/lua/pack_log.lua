-- Moves lines of a log out of the stream into their page, if the log is still the one that the page was made from.
-- The text of the last line tells: it names the hash of the line before, and that line the one before it.
--
-- KEYS  stream, facts, pages
-- ARGV  1 version up to which the log was packed before   2 number of the page   3 the page
--       4 version up to which it is packed then   5 the text of that version
--
-- Returns 1 if it did; 0 if somebody has packed these lines already, or if it is another log. The newest line always
-- stays in the stream, which so tells an earlier release that there is a log.

if is_moving() then
  return MOVING
end

if (redis.call('HGET', KEYS[2], 'packed') or '0') ~= ARGV[1] then
  return 0
end
local last = redis.call('XRANGE', KEYS[1], ARGV[4] .. '-0', ARGV[4] .. '-0')[1]
if not last or last[2][2] ~= ARGV[5] or redis.call('XLEN', KEYS[1]) <= ARGV[4] - ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[2], 'packed', ARGV[4])
redis.call('XTRIM', KEYS[1], 'MINID', '=', (ARGV[4] + 1) .. '-0')
return 1

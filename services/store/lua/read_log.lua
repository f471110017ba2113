-- Reads lines of a log from a version on: the page that the version is packed in, or else lines of the stream.
-- Lines go from stream to page in one script, so whichever of the two this finds has the line.
--
-- KEYS  stream, facts, pages
-- ARGV  1 version   2 how many lines of the stream at most   3 how many versions a page has
--
-- Returns {page, lines}: for a version that is packed its page ('' if that is missing), for any other nil and lines.

local version = tonumber(ARGV[1])
if version <= (tonumber(redis.call('HGET', KEYS[2], 'packed')) or 0) then
  return {redis.call('HGET', KEYS[3], math.floor((version - 1) / ARGV[3])) or '', {}}
end
return {false, redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])}

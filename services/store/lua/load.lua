-- Reads in one go what a game is folded from: its secret, the nearest snapshot, and the log from there on.
--
-- KEYS  stream, facts, snapshots, pages
-- ARGV  1 version that neither snapshot nor log may exceed ('' for the newest)   2 how many lines to read at most
--       3 how many versions a page has
--
-- Returns {secret, snapshot, lines, first, page} with '' for a snapshot that there is not; the lines begin with that of
-- the snapshot's own version, `first`. If that one is packed, its page is returned instead of lines ('' if it is
-- missing). Nothing is returned for a game that there is not.

local facts = redis.call('HMGET', KEYS[2], 'secret', 'packed')
if not facts[1] then
  return false
end

local most = tonumber(ARGV[1]) or math.huge
local near, version = 0, false
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  version = tonumber(field)
  if version > near and version <= most then
    near = version
  end
end
local snapshot = near > 0 and redis.call('HGET', KEYS[3], near) or ''
local first = math.max(near, 1)
if first <= (tonumber(facts[2]) or 0) then
  return {facts[1], snapshot, {}, first, redis.call('HGET', KEYS[4], math.floor((first - 1) / ARGV[3])) or ''}
end
local last = ARGV[1] == '' and '+' or ARGV[1] .. '-0'
return {facts[1], snapshot, redis.call('XRANGE', KEYS[1], first .. '-0', last, 'COUNT', ARGV[2]), first, false}

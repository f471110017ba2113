-- Reads in one go what a game is folded from: its secret, the nearest snapshot, and the log from there on.
--
-- KEYS  stream, facts, snapshots
-- ARGV  1 version that neither snapshot nor log may exceed ('' for the newest)   2 how many lines to read at most
--
-- Returns {secret, snapshot, lines} with '' for a snapshot that there is not; the lines begin with that of the
-- snapshot's own version. Nothing is returned for a game that there is not.

local secret = redis.call('HGET', KEYS[2], 'secret')
if not secret then
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
local first = math.max(near, 1) .. '-0'
local last = ARGV[1] == '' and '+' or ARGV[1] .. '-0'
return {secret, snapshot, redis.call('XRANGE', KEYS[1], first, last, 'COUNT', ARGV[2])}

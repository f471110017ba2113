-- Replace a password and end what it opened, if its condition still holds.
-- KEYS: account, then the sets to end.
-- ARGV: prefix, channel, owner, new hash, old hash that must still hold or '', digest of the reset link or '', now.
-- Gives 1, or 0 when the condition does not hold.
if is_moving() then
  return MOVING
end
local prefix, owner, new, old, link = ARGV[1], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local current = redis.call('HGET', KEYS[1], 'password')
if current == new then
  return 1 -- this very call, repeated after a lost reply: hashes are salted, no other call has this one
end
if not current or (old ~= '' and current ~= old) then
  return 0
end
if link ~= '' and not (
  lives(prefix .. link, tonumber(ARGV[7])) and redis.call('HGET', prefix .. link, 'kind') == 'reset'
) then
  return 0
end
redis.call('HSET', KEYS[1], 'password', new)
if drop_all(KEYS, 2, prefix) > 0 then
  redis.call('PUBLISH', ARGV[2], owner)
end
return 1

-- The account that a session or a personal token speaks for; notes its use now and then.
-- KEYS: credential.  ARGV: now, interval between notes, days a session slides, days it may live (all in ms),
--       prefix of accounts, prefix of sets, digest, prefix of preferences, days a guest's session slides.
-- Gives {fields of the credential, name, admin, language (as JSON, if one was chosen), guest, bot} or nothing.
local now, interval, slide, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local found = redis.call('HMGET', KEYS[1], 'kind', 'owner', 'created_at', 'last_used_at')
local kind, owner = found[1], found[2]

if not lives(KEYS[1], now) or (kind ~= 'session' and kind ~= 'personal') then
  return false
end
local account = redis.call('HMGET', ARGV[5] .. owner, 'name', 'admin', 'guest', 'bot', 'banned_at')
if not account[1] or (account[5] or '0') ~= '0' then
  return false
end
if now - tonumber(found[4]) >= interval then
  redis.call('HSET', KEYS[1], 'last_used_at', ARGV[1])
  redis.call('ZADD', ARGV[6] .. owner .. ':' .. kind, 'XX', now, ARGV[7])
  if kind == 'session' then
    local until_when = math.min(now + slide, tonumber(found[3]) + longest)
    if account[3] == '1' then
      until_when = now + tonumber(ARGV[9])
    end
    local expires_at = string.format('%.0f', until_when)
    redis.call('HSET', KEYS[1], 'expires_at', expires_at)
    redis.call('PEXPIREAT', KEYS[1], expires_at)
  end
end
local language = redis.call('HGET', ARGV[8] .. owner, 'language')
return {redis.call('HGETALL', KEYS[1]), account[1], account[2], language, account[3], account[4]}

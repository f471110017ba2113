-- Store a new credential, once.
-- KEYS: set, credential, account.
-- ARGV: prefix, digest, now, most that the set may hold, '1' to let the longest unused go, password hash that must
--       still hold, idempotency key, body hash, channel, owner, then id and the other fields with their values.
-- Gives {'issued'|'repeated', id}, or {'outdated'}, {'banned'}, {'reused'}, {'full'}.
if is_moving() then
  return MOVING
end
local set, prefix, digest, now = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local most, let_go, password, key, body = tonumber(ARGV[4]), ARGV[5] == '1', ARGV[6], ARGV[7], ARGV[8]
local channel, owner, id = ARGV[9], ARGV[10], ARGV[11]
local answer = 'issued'

if redis.call('EXISTS', KEYS[2]) == 1 then
  return {answer, redis.call('HGET', KEYS[2], 'id')} -- this very call, repeated after a lost reply
end
if password ~= '' and redis.call('HGET', KEYS[3], 'password') ~= password then
  return {'outdated'}
end
if (redis.call('HGET', KEYS[3], 'banned_at') or '0') ~= '0' then
  return {'banned'}
end
for _, other in ipairs(redis.call('ZRANGE', set, 0, -1)) do
  if not lives(prefix .. other, now) then
    drop(set, prefix, other)
  elseif key ~= '' and redis.call('HGET', prefix .. other, 'key') == key then
    if redis.call('HGET', prefix .. other, 'body') ~= body then
      return {'reused'}
    end
    -- The first answer was lost and its secret cannot be told again: the new one takes its place.
    id = redis.call('HGET', prefix .. other, 'id')
    answer = 'repeated'
    drop(set, prefix, other)
  end
end
local excess = redis.call('ZCARD', set) + 1 - most
if excess > 0 and not let_go then
  return {'full'}
end
for _, other in ipairs(excess > 0 and redis.call('ZRANGE', set, 0, excess - 1) or {}) do
  drop(set, prefix, other)
end
redis.call('HSET', KEYS[2], 'id', id, 'key', key, 'body', body, 'owner', owner, unpack(ARGV, 12))
redis.call('ZADD', set, now, digest)
redis.call('PEXPIREAT', KEYS[2], redis.call('HGET', KEYS[2], 'expires_at'))
if excess > 0 or answer == 'repeated' then
  redis.call('PUBLISH', channel, owner)
end
return {answer, id}

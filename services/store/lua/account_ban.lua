-- Ends all that could act for an account and notes since when it is banned, if there still is one; tells every process.
-- KEYS: account, then the sets of credentials.  ARGV: prefix, channel, owner, now.
if is_moving() then
  return MOVING
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'banned_at', ARGV[4])
drop_all(KEYS, 2, ARGV[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1

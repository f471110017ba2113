-- Sets fields of an account, if there still is one.
-- KEYS: account.  ARGV: fields and values.
-- Gives 1, or 0 if the account is gone.
if is_moving() then
  return MOVING
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1

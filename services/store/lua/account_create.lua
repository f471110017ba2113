-- Take a name and make its account, or give the id of the account that has it.
-- KEYS: name, account.  ARGV: user id, then the account's fields and values.
-- The same call twice (a lost reply) finds its own id and is done.
if is_moving() then
  return MOVING
end
local holder = redis.call('GET', KEYS[1])
if holder then
  return holder
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
return ARGV[1]

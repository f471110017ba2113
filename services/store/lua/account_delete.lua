-- Deletes an account with all that lies beside it and all that could act for it, and tells every process.
-- KEYS: account and what lies beside it, then the sets of credentials.
-- ARGV: prefix, channel, owner, how many keys come before the sets.
if is_moving() then
  return MOVING
end
local beside = tonumber(ARGV[4])
drop_all(KEYS, beside + 1, ARGV[1])
redis.call('DEL', unpack(KEYS, 1, beside))
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1

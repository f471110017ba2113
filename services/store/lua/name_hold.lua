-- Takes a name for a user, or changes for how long the user still has it.
-- KEYS: name.  ARGV: user id, seconds ('' for good, '0' not any longer).
-- Gives 1, or 0 if somebody else has it.
if is_moving() then
  return MOVING
end
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
if ARGV[2] == '' then
  redis.call('SET', KEYS[1], ARGV[1])
elseif ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
return 1

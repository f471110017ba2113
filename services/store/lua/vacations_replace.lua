-- Keeps the vacations of an account, if they are still those that the new ones were reckoned from.
--
-- KEYS  vacations
-- ARGV  1 the former ones ('' for none)   2 the new ones
--
-- Returns 1 if they are kept now, also when this very call came before.

if is_moving() then
  return MOVING
end

local held = redis.call('GET', KEYS[1]) or ''
if held ~= ARGV[1] and held ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1

-- Remembers what was posted of a table at a place, while the table lives there.
--
-- KEYS  1 place -> binding, of the table   2 name -> what was posted, of the table
-- ARGV  1 place   2 name of what was posted there   3 what was posted
--
-- Returns 1, or 0 if the table does not live there any more.

if is_moving() then
  return MOVING
end

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return 1

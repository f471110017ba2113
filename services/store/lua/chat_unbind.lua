-- Takes a table from a place, with what was posted there.
--
-- KEYS  1 place -> binding, of the table   2 name -> what was posted, of the table
--       3 place -> its tables, with a blank between them
-- ARGV  1 place   2 game   then what stands before a place in the names of what was posted
--
-- Returns 1, or 0 if the table was not there.

if is_moving() then
  return MOVING
end

if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
for i = 3, #ARGV do
  redis.call('HDEL', KEYS[2], ARGV[i] .. ARGV[1])
end
local left = {}
for game in string.gmatch(redis.call('HGET', KEYS[3], ARGV[1]) or '', '%S+') do
  if game ~= ARGV[2] then
    left[#left + 1] = game
  end
end
if #left > 0 then
  redis.call('HSET', KEYS[3], ARGV[1], table.concat(left, ' '))
else
  redis.call('HDEL', KEYS[3], ARGV[1])
end
return 1

-- Binds a table to a place, or changes what is kept of a binding. Safe when it is sent twice.
--
-- KEYS  1 place -> binding, of the table   2 place -> its tables, with a blank between them
-- ARGV  1 place   2 game   3 binding   4 most tables of a place   5 most places of a table
--
-- Returns 1, or 0 if there is no room for another one.

if is_moving() then
  return MOVING
end

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  local tables, count = redis.call('HGET', KEYS[2], ARGV[1]) or '', 0
  for _ in string.gmatch(tables, '%S+') do
    count = count + 1
  end
  if count >= tonumber(ARGV[4]) or redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then
    return 0
  end
  redis.call('HSET', KEYS[2], ARGV[1], tables == '' and ARGV[2] or tables .. ' ' .. ARGV[2])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1

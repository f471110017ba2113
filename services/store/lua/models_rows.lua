-- Reads some of the rows of an owner in their order: the index and the rows that it names, in one go.
--
-- KEYS  order, rows
-- ARGV  1 lowest and 2 highest place, as ZRANGEBYLEX wants them   3 how many   4 '1' for the highest first
--       5 what each place begins with: model/owner/
--
-- Returns {places, rows}; a row that there is not is nil.

local order, rows = KEYS[1], KEYS[2]
local low, high, count, backwards, prefix = unpack(ARGV)
local places
if backwards == '1' then
  places = redis.call('ZREVRANGEBYLEX', order, high, low, 'LIMIT', 0, count)
else
  places = redis.call('ZRANGEBYLEX', order, low, high, 'LIMIT', 0, count)
end
if #places == 0 then
  return {places, {}}
end
local fields = {}
for i, place in ipairs(places) do
  fields[i] = prefix .. string.match(place, '[^/]*$')
end
return {places, redis.call('HMGET', rows, unpack(fields))}

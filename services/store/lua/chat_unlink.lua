-- Unties chat accounts from an Acta account: the one of a place, or all of them.
--
-- KEYS  1 chat account -> user   2 user -> JSON of {place: chat account}
-- ARGV  1 user   2 place ('' for all)
--
-- Returns how many were untied.

if is_moving() then
  return MOVING
end

local held = redis.call('HGET', KEYS[2], ARGV[1])
if not held then
  return 0
end
local untied, left = 0, {}
for place, account in pairs(cjson.decode(held)) do
  if ARGV[2] == '' or place == ARGV[2] then
    redis.call('HDEL', KEYS[1], account)
    untied = untied + 1
  else
    left[place] = account
  end
end
if next(left) then
  redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(left))
else
  redis.call('HDEL', KEYS[2], ARGV[1])
end
return untied

-- Put in front of scripts that put deliveries into lanes or take them out. A lane is a list of deliveries that go out one
-- after the other: only the first of them is due.

-- The first delivery of a lane; those that are kept no longer are left out.
local function first_in(deliveries, lane)
  local first = redis.call('LINDEX', lane, 0)
  while first and redis.call('EXISTS', deliveries .. first) == 0 do
    redis.call('LPOP', lane)
    first = redis.call('LINDEX', lane, 0)
  end
  return first
end


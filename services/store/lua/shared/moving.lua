-- Put in front of scripts that change what a move to other servers takes along. While one is under way they write nothing:
-- the mark lies in the slot of their keys, so it outlives a restart and goes over to a replica.

local MOVING = {err = 'STOREMOVING the store is closed: it moves to other servers'}

local function is_moving()
  return redis.call('EXISTS', string.match(KEYS[1], '{.-}') .. ':moving') == 1
end


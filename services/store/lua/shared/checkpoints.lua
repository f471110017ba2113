-- Put in front of scripts that remember how far a partition of the feed was read, as the id of a stream's entry.

local function is_later(id, than)
  local ms, number = string.match(id, '^(%d+)-(%d+)$')
  local other_ms, other_number = string.match(than, '^(%d+)-(%d+)$')
  ms, other_ms = tonumber(ms), tonumber(other_ms)
  return ms > other_ms or (ms == other_ms and tonumber(number) > tonumber(other_number))
end

-- A checkpoint only moves forward: an earlier one that arrives late changes nothing.
local function advance(checkpoints, partition, id)
  local known = redis.call('HGET', checkpoints, partition)
  if not known or is_later(id, known) then
    redis.call('HSET', checkpoints, partition, id)
  end
end


-- Moves a job forward in its queue, so that hosts take turns: the second job of one host waits for the first of each.
-- The ids of jobs end in '-' and whose turn they take.
--
-- KEYS  queue (a list of ids; the first is done next)
-- ARGV  1 id of the job   2 what the turns of tables without people begin with: all others go before them

local LATER = 1000000
local ids = redis.call('LRANGE', KEYS[1], 0, -1)
local rounds = {}

local function round_of(id)
  local whose = string.match(id, '[^-]*$')
  local before = rounds[whose] or (string.sub(whose, 1, 1) == ARGV[2] and LATER or 0)
  rounds[whose] = before + 1
  return before
end

local round_by_id = {}
for _, id in ipairs(ids) do
  round_by_id[id] = round_of(id)
end
local own = round_by_id[ARGV[1]]
if not own then
  return 0 -- a worker was quicker
end
for _, id in ipairs(ids) do
  if round_by_id[id] > own then
    redis.call('LREM', KEYS[1], 1, ARGV[1])
    redis.call('LINSERT', KEYS[1], 'BEFORE', id, ARGV[1])
    return 1
  end
end
return 0

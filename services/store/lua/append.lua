-- Appends the events of one command to a game, or nothing at all.
--
-- KEYS  stream, facts, commands, feed, owed, games
-- ARGV  1 game   2 expected version   3 expected head   4 new head
--       5 key of the command   6 what to remember for it
--       7 due time of what the game now owes ('' for nothing)
--       8 the game's secret (only at version 0)   9 '1' for an imported game that was not judged ('' for any other)
--       10 channel for hints   11 the users whom the batch brings to the table, each after a space
--       12… pairs of text and openings ('' for none)
--
-- Returns {0, version} when written, {1, remembered} for a command that was written before,
-- {2, version} if the log went on meanwhile, {3, version} if the head is not the expected one.

local known = redis.call('HGET', KEYS[3], ARGV[5])
if known then
  return {1, known}
end
if is_moving() then
  return MOVING
end

local facts = redis.call('HMGET', KEYS[2], 'head', 'packed')
local version = redis.call('XLEN', KEYS[1]) + (tonumber(facts[2]) or 0)
if version ~= tonumber(ARGV[2]) then
  return {2, version}
end
if version > 0 and facts[1] ~= ARGV[3] then
  return {3, version}
end

for i = 12, #ARGV, 2 do
  version = version + 1
  if ARGV[i + 1] == '' then
    redis.call('XADD', KEYS[1], version .. '-0', 't', ARGV[i])
  else
    redis.call('XADD', KEYS[1], version .. '-0', 't', ARGV[i], 'o', ARGV[i + 1])
  end
end

redis.call('HSET', KEYS[2], 'head', ARGV[4])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[2], 'secret', ARGV[8])
  redis.call('SADD', KEYS[6], ARGV[1])
end
if ARGV[9] ~= '' then
  redis.call('HSET', KEYS[2], 'unjudged', ARGV[9])
end
redis.call('HSET', KEYS[3], ARGV[5], ARGV[6])
redis.call('XADD', KEYS[4], '*', 'g', ARGV[1], 'v', version)
if ARGV[7] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[7], ARGV[1])
end
redis.call('PUBLISH', ARGV[10], ARGV[1] .. ' ' .. version .. ARGV[11])
return {0, version}

-- Stores lobby rows and the checkpoint of a partition together. A row is replaced only by a newer version.
--
-- KEYS  rows, versions, checkpoints, then one sorted set per index entry
-- ARGV  1 partition  2 checkpoint  3 number of rows
--       then per row: game, version, time, row, number of indexes, and the position in KEYS of each

redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
local at = 4
for _ = 1, tonumber(ARGV[3]) do
  local game, version, time, row, count = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3], tonumber(ARGV[at + 4])
  local known = tonumber(redis.call('HGET', KEYS[2], game) or '0')
  if version > known then
    redis.call('HSET', KEYS[1], game, row)
    redis.call('HSET', KEYS[2], game, version)
    for i = 1, count do
      redis.call('ZADD', KEYS[tonumber(ARGV[at + 4 + i])], time, game)
    end
  end
  at = at + 5 + count
end
return 1

-- Notes that a projector lives, forgets those that were silent for too long, and gives all that live.
-- KEYS: projectors.  ARGV: name, milliseconds of silence after which one counts as gone.
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - tonumber(ARGV[2]))
redis.call('ZADD', KEYS[1], ms, ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)

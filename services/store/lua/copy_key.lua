-- Reads one key whole, as it stands at one moment.
--
-- KEYS  the key
--
-- Returns {type ('none' if there is no such key), milliseconds to live (-1 for ever), content}, the content as the
-- type's own command gives it.

local READ = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
  stream = function(key) return redis.call('XRANGE', key, '-', '+') end,
}

local kind = redis.call('TYPE', KEYS[1])['ok']
if kind == 'none' then
  return {kind, -1, {}}
end
return {kind, redis.call('PTTL', KEYS[1]), READ[kind](KEYS[1])}

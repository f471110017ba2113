-- Put in front of the scripts that put deliveries into the outbox.

-- A delivery is put in once, however often it is brought.
local function put(outbox, id, user, place, due, body)
  local delivery, list = outbox.deliveries .. id, outbox.lists .. user
  if redis.call('HSETNX', delivery, 'body', body) == 0 then
    return
  end
  local seconds = math.ceil(math.max(0, due - outbox.now) / 1000) + outbox.keep
  redis.call('HSET', delivery, 'state', 'waiting', 'attempts', 0, 'user', user, 'place', place)
  redis.call('EXPIRE', delivery, seconds)
  redis.call('ZADD', outbox.due, due, id)
  redis.call('ZREMRANGEBYLEX', list, '-', string.format('(%013d', outbox.now - outbox.keep * 1000))
  redis.call('ZADD', list, 0, place)
  if redis.call('TTL', list) < seconds then
    redis.call('EXPIRE', list, seconds)
  end
end


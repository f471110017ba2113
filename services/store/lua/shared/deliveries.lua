-- Put in front of the scripts that put deliveries into the outbox, after the functions of lanes.

-- A delivery is put in once, however often it is brought. One behind others in its lane is due when they are done.
local function put(outbox, id, user, place, due, lane, body)
  local delivery, list = outbox.deliveries .. id, outbox.lists .. user
  if redis.call('HSETNX', delivery, 'body', body) == 0 then
    return
  end
  local seconds = math.ceil(math.max(0, due - outbox.now) / 1000) + outbox.keep
  local function keep(key)
    if redis.call('TTL', key) < seconds then
      redis.call('EXPIRE', key, seconds)
    end
  end
  redis.call('HSET', delivery, 'state', 'waiting', 'attempts', 0, 'user', user, 'place', place)
  redis.call('EXPIRE', delivery, seconds)
  local others = false
  if lane ~= '' then
    others = first_in(outbox.deliveries, outbox.lanes .. lane)
    redis.call('HSET', delivery, 'lane', lane, 'due', due)
    redis.call('RPUSH', outbox.lanes .. lane, id)
    keep(outbox.lanes .. lane)
  end
  if not others then
    redis.call('ZADD', outbox.due, due, id)
  end
  redis.call('ZREMRANGEBYLEX', list, '-', string.format('(%013d', outbox.now - outbox.keep * 1000))
  redis.call('ZADD', list, 0, place)
  keep(list)
end


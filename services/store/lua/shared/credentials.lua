-- Put in front of the scripts that handle credentials.
-- A credential is a hash at prefix .. digest; a set lists the digests of one owner and kind by last use.
-- Owner, credential and set carry one hash tag, so that keys built here lie in the slot of KEYS.

local function lives(key, now)
  local expires_at = redis.call('HGET', key, 'expires_at')
  return expires_at and tonumber(expires_at) > now
end

local function drop(set, prefix, digest)
  redis.call('DEL', prefix .. digest)
  redis.call('ZREM', set, digest)
end

local function drop_all(sets, first, prefix)
  local dropped = 0
  for i = first, #sets do
    for _, digest in ipairs(redis.call('ZRANGE', sets[i], 0, -1)) do
      drop(sets[i], prefix, digest)
      dropped = dropped + 1
    end
  end
  return dropped
end


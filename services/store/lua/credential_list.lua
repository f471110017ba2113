-- What an owner holds.  KEYS: sets.  ARGV: prefix, now.  Gives the fields of each.
local held = {}
for _, set in ipairs(KEYS) do
  for _, digest in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    if lives(ARGV[1] .. digest, tonumber(ARGV[2])) then
      table.insert(held, redis.call('HGETALL', ARGV[1] .. digest))
    end
  end
end
return held

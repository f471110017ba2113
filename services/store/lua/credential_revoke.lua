-- End one credential of an owner, or all of some kinds, and tell every process.
-- KEYS: sets.  ARGV: prefix, channel, owner, id or '' for all.
-- Gives how many ended.
if is_moving() then
  return MOVING
end
local ended = 0
if ARGV[4] == '' then
  ended = drop_all(KEYS, 1, ARGV[1])
else
  for _, set in ipairs(KEYS) do
    for _, digest in ipairs(redis.call('ZRANGE', set, 0, -1)) do
      if redis.call('HGET', ARGV[1] .. digest, 'id') == ARGV[4] then
        drop(set, ARGV[1], digest)
        ended = ended + 1
      end
    end
  end
end
if ended > 0 then
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end
return ended

-- Brings the log of an archived game back, so that it can go on.
--
-- KEYS  stream, facts
-- ARGV  1 version up to which it was archived   2… pairs of text and openings ('' for none)
--
-- Does nothing if somebody has brought it back already.

if is_moving() then
  return MOVING
end

if redis.call('HGET', KEYS[2], 'archived') ~= ARGV[1] then
  return 0
end
for i = 2, #ARGV, 2 do
  local id = (i / 2) .. '-0'
  if ARGV[i + 1] == '' then
    redis.call('XADD', KEYS[1], id, 't', ARGV[i])
  else
    redis.call('XADD', KEYS[1], id, 't', ARGV[i], 'o', ARGV[i + 1])
  end
end
redis.call('HDEL', KEYS[2], 'archived')
return 1

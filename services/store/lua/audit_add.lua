-- Adds an act of an admin, once: the same call twice (a lost reply) finds its own id among the newest.
-- KEYS: audit.  ARGV: id, act.
if is_moving() then
  return MOVING
end
for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 64)) do
  if entry[2][2] == ARGV[1] then
    return 0
  end
end
redis.call('XADD', KEYS[1], '*', 'id', ARGV[1], 'act', ARGV[2])
return 1

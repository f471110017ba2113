-- Forgets an imported game that nobody here has judged, so that its genuine log can take its place.
--
-- KEYS  stream, facts, commands, feed, owed, games, snapshots, pages
-- ARGV  1 game
--
-- Returns 1 if it was such a game; any other stays as it is.

if is_moving() then
  return MOVING
end

if redis.call('HEXISTS', KEYS[2], 'unjudged') == 0 then
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[7], KEYS[8])
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('SREM', KEYS[6], ARGV[1])
return 1

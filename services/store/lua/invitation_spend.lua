-- Spend an invitation for one account, or give it back to be spent again.
-- KEYS: credential.  ARGV: user id, now, 'spend' or 'give back'.
-- Gives 1 if it is spent for that account now, else 0.
if is_moving() then
  return MOVING
end
local spent_by = redis.call('HGET', KEYS[1], 'spent_by')
if ARGV[3] == 'give back' then
  if spent_by == ARGV[1] then
    redis.call('HSET', KEYS[1], 'spent_by', '')
  end
  return 0
end
if not lives(KEYS[1], tonumber(ARGV[2])) or redis.call('HGET', KEYS[1], 'kind') ~= 'invitation' then
  return 0
end
if spent_by ~= '' and spent_by ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'spent_by', ARGV[1])
return 1

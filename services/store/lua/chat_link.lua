-- Ties a chat account to an Acta account, once for a code. Both lie in hashes of one slot, so that a link has two ends.
--
-- KEYS  1 code (JSON: what it was made for)   2 chat account -> user   3 user -> JSON of {place: chat account}
-- ARGV  1 chat account   2 where it is (platform and workspace)   3 user
--
-- A code names one end; the other is whoever brings it. A link that either end had before there is gone then.
-- Returns 'none' (no such code, or spent by somebody else) or 'linked', also when this very call came before.

if is_moving() then
  return MOVING
end

local written = redis.call('GET', KEYS[1])
local code = written and cjson.decode(written) or {}
local spent_by = ARGV[1] .. ' ' .. ARGV[3]
if code.account ~= ARGV[1] and code.user ~= ARGV[3] then
  return 'none'
end
if code.spent_by ~= '' then
  return code.spent_by == spent_by and 'linked' or 'none'
end

local function places_of(user)
  local held = redis.call('HGET', KEYS[3], user)
  return held and cjson.decode(held) or {}
end

local function keep(user, places)
  if next(places) then
    redis.call('HSET', KEYS[3], user, cjson.encode(places))
  else
    redis.call('HDEL', KEYS[3], user)
  end
end

local former = redis.call('HGET', KEYS[2], ARGV[1])
if former then
  local places = places_of(former)
  places[ARGV[2]] = nil
  keep(former, places)
end
local places = places_of(ARGV[3])
if places[ARGV[2]] then
  redis.call('HDEL', KEYS[2], places[ARGV[2]])
end
places[ARGV[2]] = ARGV[1]
keep(ARGV[3], places)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
code.spent_by = spent_by
redis.call('SET', KEYS[1], cjson.encode(code), 'KEEPTTL')
return 'linked'

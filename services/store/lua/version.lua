-- Gives the newest version of a game: what is packed of its log and what stands in the stream, or how long the log was
-- that lies in the archive; 0 for a game that there is not.
--
-- KEYS  stream, facts

local facts = redis.call('HMGET', KEYS[2], 'packed', 'archived')
local version = redis.call('XLEN', KEYS[1]) + (tonumber(facts[1]) or 0)
return version > 0 and version or (tonumber(facts[2]) or 0)

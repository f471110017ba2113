-- Deletes an account with all that lies beside it and all that could act for it, and tells every process.
-- KEYS: account, preferences, muted people, muted games, then the sets of credentials.
-- ARGV: prefix, channel, owner.
drop_all(KEYS, 5, ARGV[1])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1

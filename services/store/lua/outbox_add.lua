-- Puts one delivery into the outbox that follows from no game's log; once, however often it is brought.
--
-- KEYS  due
-- ARGV  1 how the keys of deliveries begin   2 how the keys of people's lists begin   3 now (ms)
--       4 seconds that a delivery is kept   5 id   6 user   7 place in the user's list   8 due (ms)   9 body

local outbox = {due = KEYS[1], deliveries = ARGV[1], lists = ARGV[2], now = tonumber(ARGV[3]), keep = tonumber(ARGV[4])}
put(outbox, ARGV[5], ARGV[6], ARGV[7], tonumber(ARGV[8]), ARGV[9])
return 1

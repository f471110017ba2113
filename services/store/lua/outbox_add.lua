-- Puts one delivery into the outbox that follows from no game's log; once, however often it is brought.
--
-- KEYS  due
-- ARGV  1 how the keys of deliveries begin   2 how the keys of people's lists begin   3 how the keys of lanes begin
--       4 now (ms)   5 seconds that a delivery is kept
--       6 id   7 user   8 place in the user's list   9 due (ms)   10 lane ('' for none)   11 body

if is_moving() then
  return MOVING
end

local outbox = {due = KEYS[1], deliveries = ARGV[1], lists = ARGV[2], lanes = ARGV[3]}
outbox.now, outbox.keep = tonumber(ARGV[4]), tonumber(ARGV[5])
put(outbox, ARGV[6], ARGV[7], ARGV[8], tonumber(ARGV[9]), ARGV[10], ARGV[11])
return 1

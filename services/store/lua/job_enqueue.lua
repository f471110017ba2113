-- Puts a job at the end of its queue, where RQ's workers look for it, unless there is one of that name.
--
-- KEYS  job, queue, queues
-- ARGV  1 id of the job   2… its fields, each before its value
--
-- Returns 1, or 0 if there is such a job.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('SADD', KEYS[3], KEYS[2])
redis.call('RPUSH', KEYS[2], ARGV[1])
return 1

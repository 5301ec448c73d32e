-- SPDX-License-Identifier: GPL-3.0-or-later
-- Delayed jobs, run periodically: makes jobs due again that their worker has not acknowledged in time.
-- Promise: no job stays with a dead worker.
--
-- KEYS  1 processing (zset: deadline, Unix ms); 2 delayed (zset: due, Unix ms); 3 attempts (hash)
-- ARGV  1 maximum number of jobs
-- Returns the jobs that are due again.
-- Cost  O(jobs × log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('ZCARD', KEYS[2])
redis.call('HLEN', KEYS[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local overdue = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, job in ipairs(overdue) do
  redis.call('ZADD', KEYS[2], now, job)
  redis.call('ZREM', KEYS[1], job)
  redis.call('HINCRBY', KEYS[3], job, 1)
end
return overdue

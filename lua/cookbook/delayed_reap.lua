-- SPDX-License-Identifier: GPL-3.0-or-later
-- Delayed jobs, every now and then: what its worker has not acknowledged in time is due again.
-- Promise: nothing stays with a worker that is gone.
--
-- KEYS  1 processing (zset: deadline, Unix ms); 2 delayed (zset: due, Unix ms); 3 attempts (hash)
-- ARGV  1 how many at the most
-- Returns the jobs that are due again.
-- Cost  O(jobs × log n).

-- A key of another type is found out before anything is written.
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

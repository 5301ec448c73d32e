-- SPDX-License-Identifier: GPL-3.0-or-later
-- Delayed jobs: takes what is due, in one step, so that no two workers have the same; what is taken is in processing,
-- with the time by which it must be acknowledged.
-- Promise: a job is in exactly one of the two, and has one owner until its deadline.
--
-- KEYS  1 delayed (zset: due, Unix ms); 2 processing (zset: deadline, Unix ms)
-- ARGV  1 how many at the most; 2 how long they may be kept (ms)
-- Returns the jobs, earliest first.
-- Cost  O(jobs taken × log n).

-- A key of another type is found out before anything is written.
redis.call('ZCARD', KEYS[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, job in ipairs(due) do
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), job)
  redis.call('ZREM', KEYS[1], job) -- guard
end
return due

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Delayed jobs: takes the jobs that are due in one step, so that no two workers get the same one. A job taken is in
-- processing, with the time by which it must be acknowledged.
-- Promise: a job is in exactly one of the two keys, and has one owner until its deadline.
--
-- KEYS  1 delayed (zset: due, Unix ms); 2 processing (zset: deadline, Unix ms)
-- ARGV  1 maximum number of jobs; 2 time to acknowledge them (ms)
-- Returns the jobs, earliest first.
-- Cost  O(jobs taken × log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('ZCARD', KEYS[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, job in ipairs(due) do
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), job)
  redis.call('ZREM', KEYS[1], job) -- guard
end
return due

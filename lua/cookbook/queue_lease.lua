-- SPDX-License-Identifier: GPL-3.0-or-later
-- Work queue, second step (the first is LMOVE ready processing RIGHT LEFT): records until when the worker may keep the
-- job. Sent again during long work, it extends the lease.
-- Promise: a job that the reaper has taken back gets no lease; its worker must drop it.
--
-- KEYS  1 processing (list); 2 leases (zset: deadline, Unix ms)
-- ARGV  1 job; 2 lease (ms)
-- Returns 1, or 0 if the job is no longer in processing.
-- Cost  O(jobs in processing): at most one for each worker.

-- Fails on a key of the wrong type before anything is written.
redis.call('ZCARD', KEYS[2])
if not redis.call('LPOS', KEYS[1], ARGV[1]) then
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[2]), ARGV[1])
return 1

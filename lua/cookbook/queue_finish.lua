-- SPDX-License-Identifier: GPL-3.0-or-later
-- Work queue, last step: the job leaves processing and is recorded as done, in one.
-- Promise: recorded once, however often it was worked on. It is not asked whose lease it is: a worker that has overrun
-- its own may finish the job while its successor is at it, whose finish then changes nothing.
--
-- KEYS  1 processing (list); 2 leases (zset); 3 attempts (hash); 4 done (hash: how often)
-- ARGV  1 job
-- Returns 1, or 0 when it is no longer in processing: given back, or finished.
-- Cost  O(jobs in processing): as many as there are workers.

-- Fails on a key of the wrong type before anything is written.
redis.call('ZCARD', KEYS[2])
redis.call('HLEN', KEYS[3])
redis.call('HLEN', KEYS[4])
if not redis.call('LPOS', KEYS[1], ARGV[1]) then
  return 0
end
redis.call('HINCRBY', KEYS[4], ARGV[1], 1) -- first: it fails where the count is no number
redis.call('LREM', KEYS[1], 1, ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return 1

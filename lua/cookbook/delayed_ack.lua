-- SPDX-License-Identifier: GPL-3.0-or-later
-- Delayed jobs: the work is done; the job leaves processing and is recorded, in one.
-- Promise: recorded once. It is not asked whose claim it is: a worker that has overrun its own may acknowledge the job
-- while its successor is at it.
--
-- KEYS  1 processing (zset); 2 done (hash: how often); 3 attempts (hash)
-- ARGV  1 job
-- Returns 1, or 0 when the job was taken back meanwhile.
-- Cost  O(log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('HLEN', KEYS[2])
redis.call('HLEN', KEYS[3])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[1], 1) -- first: it fails where the count is no number
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return 1

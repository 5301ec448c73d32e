-- SPDX-License-Identifier: GPL-3.0-or-later
-- Records an event and says if it is new, by buckets of one period each. An event that came shortly before the period
-- ended is still known after it, and no bucket is ever without its expiry, even if the client dies.
-- KEYS: 1 bucket of this period; 2 bucket of the last one
-- ARGV: 1 id; 2 time to keep a bucket (ms)
-- Returns: 1 new, 0 seen before. Cost: O(1).
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 or redis.call('SADD', KEYS[1], ARGV[1]) == 0 then
    return 0
end
if redis.call('PTTL', KEYS[1]) < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1

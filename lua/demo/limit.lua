-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lets a call in, or not: at most so many within the window, whoever asks at the same time. What has left the window
-- goes with the next call, and all of it with the expiry of who does not come back.
-- KEYS: 1 calls let in, by time; 2 counter of those refused
-- ARGV: 1 now (Unix ms); 2 window (ms); 3 limit; 4 id of the call, its own
-- Returns: 1 let in, 0 refused. Cost: O(log n), and one for each that left the window.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
    redis.call('INCR', KEYS[2])
    redis.call('PEXPIRE', KEYS[2], 3600000)
    return 0
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
return 1

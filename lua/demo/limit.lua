-- SPDX-License-Identifier: GPL-3.0-or-later
-- Admits or refuses a call: at most `limit` within the window, even if several clients ask at once. The next call
-- removes calls that have left the window; the expiry removes the key of a client that never comes back.
-- KEYS: 1 calls admitted, by time; 2 counter of calls refused
-- ARGV: 1 now (Unix ms); 2 window (ms); 3 limit; 4 unique id of the call
-- Returns: 1 admitted, 0 refused. Cost: O(log n), plus one for each call that left the window.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
    redis.call('INCR', KEYS[2])
    redis.call('PEXPIRE', KEYS[2], 3600000)
    return 0
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
return 1

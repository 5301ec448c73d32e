-- SPDX-License-Identifier: GPL-3.0-or-later
-- Brings entries of a zset whose time has come back to a list, at the end that workers take from next: retries that
-- have waited long enough, and jobs whose worker is gone.
-- KEYS: 1 delayed or processing (zset: time); 2 ready list
-- ARGV: 1 now (Unix ms); 2 how many at most
-- Returns: how many. Cost: O(entries × log(size)).
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, entry in ipairs(due) do
    redis.call('RPUSH', KEYS[2], entry)
    redis.call('ZREM', KEYS[1], entry)
end
return #due

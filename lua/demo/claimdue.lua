-- SPDX-License-Identifier: GPL-3.0-or-later
-- A scheduler of the demonstration takes what is due: read and moved in one step, so that no two take the same entry.
-- KEYS: 1 delayed (zset: due time); 2 processing (zset: visibility deadline)
-- ARGV: 1 now (Unix ms); 2 deadline (Unix ms); 3 how many at most
-- Returns: the entries taken, earliest first. Cost: O(entries taken × log(size)).
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, entry in ipairs(due) do
    redis.call('ZADD', KEYS[2], ARGV[2], entry)
    redis.call('ZREM', KEYS[1], entry)
end
return due

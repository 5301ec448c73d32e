-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives up what has expired, its entry in the index and its key in one, unless it was put off since it was read.
-- KEYS: 1 index by time; 2 the thing
-- ARGV: 1 its id
-- Returns: 1 given up, 0 not due. Cost: O(log n).
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
local time = redis.call('TIME')
if not due or tonumber(due) > time[1] * 1000 + time[2] / 1000 then
    return 0
end
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('UNLINK', KEYS[2])
return 1

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deadlines: writes a thing, its entry in the index by deadline, and its entry in the set of open things, in one step.
-- The thing's own expiry is a safety net in case no cleaner runs.
-- Promise: everything open is in the index.
--
-- KEYS  1 index (zset: deadline, Unix ms); 2 open (set); 3 the thing (string)
-- ARGV  1 its id; 2 its content; 3 time to its deadline (ms); 4 additional time to keep it for a late cleaner (ms)
-- Returns the deadline (Unix ms).
-- Cost  O(log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('ZCARD', KEYS[1])
redis.call('SCARD', KEYS[2])
redis.call('STRLEN', KEYS[3])
local time = redis.call('TIME')
local due = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])
redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3] + ARGV[4])
redis.call('ZADD', KEYS[1], due, ARGV[1]) -- guard
redis.call('SADD', KEYS[2], ARGV[1])
return due

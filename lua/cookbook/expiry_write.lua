-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deadlines: what has one, its place in the index by deadline, and its place among what is open, written in one. Its
-- own expiry is only there for the day on which nobody cleans.
-- Promise: whatever is open is in the index.
--
-- KEYS  1 index (zset: deadline, Unix ms); 2 open (set); 3 the thing (string)
-- ARGV  1 its id; 2 its content; 3 how long it lives (ms); 4 how much longer it is kept for a late cleaner (ms)
-- Returns the deadline (Unix ms).
-- Cost  O(log n).

-- A key of another type is found out before anything is written.
redis.call('ZCARD', KEYS[1])
redis.call('SCARD', KEYS[2])
redis.call('STRLEN', KEYS[3])
local time = redis.call('TIME')
local due = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])
redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3] + ARGV[4])
redis.call('ZADD', KEYS[1], due, ARGV[1]) -- guard
redis.call('SADD', KEYS[2], ARGV[1])
return due

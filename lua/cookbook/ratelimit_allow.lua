-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rate limit by a sliding window: forgets what is out of the window, counts, and adds, in one.
-- Promise: never more than the limit in any window, however many ask at once.
--
-- KEYS  1 subject (zset: when each was let in, Unix ms)
-- ARGV  1 limit; 2 window (ms); 3 an id of this request that no other has
-- Returns let in (1) or refused (0), how many are in the window, and the time by the server (Unix ms).
-- Cost  O(log n), and what has left the window.

local window = math.floor(ARGV[2]) -- fails before anything is written
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
if count >= tonumber(ARGV[1]) then return { 0, count, now } end -- guard
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], window)
return { 1, count + 1, now }

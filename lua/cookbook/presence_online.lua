-- SPDX-License-Identifier: GPL-3.0-or-later
-- Presence: who is here now, by the server's clock.
-- Promise: nobody who was not heard of within the window.
--
-- KEYS  1 last seen (zset: Unix ms)
-- ARGV  1 window (ms); 2 how many at the most
-- Returns the time (Unix ms), then who is here, heard of last first.
-- Cost  O(log n + those returned).

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local since
since = '(' .. string.format('%.0f', now - ARGV[1]) -- guard
return { now, redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', since or '-inf', 'LIMIT', 0, ARGV[2]) }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Presence: members that are here now, by the server's clock.
-- Promise: no member that was last seen before the window.
--
-- KEYS  1 last seen (zset: Unix ms)
-- ARGV  1 window (ms); 2 maximum number of members
-- Returns the time (Unix ms), then the members here, last seen first.
-- Cost  O(log n + those returned).

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local since
since = '(' .. string.format('%.0f', now - ARGV[1]) -- guard
return { now, redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', since or '-inf', 'LIMIT', 0, ARGV[2]) }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lock: what it protects takes a write only of the newest holder it has seen.
-- Promise: no write after one of a successor.
--
-- KEYS  1 resource (hash: value, fence)
-- ARGV  1 fence number; 2 value
-- Returns 1, or 0 when a later holder has written; and the fence number that was there.
-- Cost  O(1).

local seen = tonumber(redis.call('HGET', KEYS[1], 'fence') or 0)
if tonumber(ARGV[1]) < seen then return { 0, seen } end -- guard
redis.call('HSET', KEYS[1], 'value', ARGV[2], 'fence', math.max(seen, tonumber(ARGV[1])))
return { 1, seen }

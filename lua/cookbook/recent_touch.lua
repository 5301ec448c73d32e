-- SPDX-License-Identifier: GPL-3.0-or-later
-- Recent items, each once: one that comes again moves to the front, and the set keeps to its bound and its life.
-- Promise: no thing stands in it twice, no reader ever sees more than the bound, and it is never without its expiry.
-- Run again with the same thing it changes nothing but the time.
--
-- KEYS  1 sorted set: when each thing was there last
-- ARGV  1 the thing; 2 how many are kept; 3 how long the set is kept after the last (ms)
-- Returns how many there are.
-- Cost  O(log things).

local bound, kept = math.max(1, math.floor(ARGV[2])), math.floor(ARGV[3]) -- fails before anything is written
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], 'GT', now, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -bound - 1)
redis.call('PEXPIRE', KEYS[1], kept)
return redis.call('ZCARD', KEYS[1])

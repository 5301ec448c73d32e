-- SPDX-License-Identifier: GPL-3.0-or-later
-- Priority queue: a job is taken in the order of its arrival plus a head start for each band it is behind, so that a
-- low one gets its turn however much comes from above. Taken with ZPOPMIN.
-- Promise: a job waits for no job that arrived more than its bands' head starts after it.
--
-- KEYS  1 queue (zset: arrival in Unix µs + band × head start)
-- ARGV  1 job; 2 band, 0 the first; 3 head start a band (ms)
-- Returns the arrival (Unix µs).
-- Cost  O(log n).

local time = redis.call('TIME')
local arrival = time[1] * 1000000 + time[2]
local score = tonumber(ARGV[2])
score = arrival + score * ARGV[3] * 1000 -- guard
redis.call('ZADD', KEYS[1], score, ARGV[1])
return arrival

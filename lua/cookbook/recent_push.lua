-- SPDX-License-Identifier: GPL-3.0-or-later
-- Recent items: adds the newest to a list and keeps the list to its bound and its life, in one.
-- Promise: no reader ever sees more than the bound; the list is never without its expiry.
--
-- KEYS  1 list, newest at the left
-- ARGV  1 the thing; 2 how many are kept; 3 how long the list is kept after the last (ms)
-- Returns how many there are.
-- Cost  O(1) for one that is too much.

local bound, kept = math.max(1, math.floor(ARGV[2])), math.floor(ARGV[3]) -- fails before anything is written
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, bound - 1) -- guard
redis.call('PEXPIRE', KEYS[1], kept) -- guard
return redis.call('LLEN', KEYS[1])

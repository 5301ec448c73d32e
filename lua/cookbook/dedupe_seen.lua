-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deduplication by buckets of a period: whether an id is new, and notes it. The buckets before and after are looked at
-- too: an id comes again just behind the edge, and clients do not cross it at the same moment.
-- Promise: no id is new twice within a period; no bucket is ever without its expiry.
-- It notes before the work: whoever dies between has swallowed the event (at most once).
--
-- KEYS  1 bucket of the last period; 2 of this one; 3 of the next (sets)
-- ARGV  1 id; 2 how long a bucket is kept (ms): at the least three periods
-- Returns 1 new, 0 seen before.
-- Cost  O(1).

local kept = math.floor(ARGV[2]) -- fails before anything is written
local last = redis.call('SISMEMBER', KEYS[1], ARGV[1])
local next = redis.call('SISMEMBER', KEYS[3], ARGV[1])
if last + next > 0 then return 0 end -- guard
local new = redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], kept)
return new

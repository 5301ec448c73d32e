-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deduplication by buckets of one period each: records an id and says if it is new. The neighbouring buckets are
-- checked too: an id may come again just after a bucket ends, and the clocks of clients differ.
-- Promise: no id is new twice within a period; no bucket is ever without its expiry.
-- The id is recorded before the work: if the worker dies in between, the event is lost (at most once).
--
-- KEYS  1 bucket of the last period; 2 of this one; 3 of the next (sets)
-- ARGV  1 id; 2 time to keep a bucket (ms): at least three periods
-- Returns 1 new, 0 seen before.
-- Cost  O(1).

local kept = math.floor(ARGV[2]) -- fails before anything is written
local last = redis.call('SISMEMBER', KEYS[1], ARGV[1])
local next = redis.call('SISMEMBER', KEYS[3], ARGV[1])
if last + next > 0 then return 0 end -- guard
local new = redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], kept)
return new

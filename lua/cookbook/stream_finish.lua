-- SPDX-License-Identifier: GPL-3.0-or-later
-- Stream: the work on an entry is done; acknowledged and recorded in one.
-- Promise: recorded once, by whoever acknowledged it first.
--
-- KEYS  1 stream; 2 done (hash: how often)
-- ARGV  1 group; 2 entry's id; 3 what it is recorded as
-- Returns 1, or 0 when somebody else has acknowledged it.
-- Cost  O(log n).

-- A key of another type is found out before anything is written.
redis.call('HLEN', KEYS[2])
if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then
  return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[3], 1) -- first: it fails where the count is no number
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return 1

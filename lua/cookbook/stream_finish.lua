-- SPDX-License-Identifier: GPL-3.0-or-later
-- Stream: acknowledges a finished entry and records it, in one step.
-- Promise: an entry is recorded once, by the client that acknowledged it first.
--
-- KEYS  1 stream; 2 done (hash: counts)
-- ARGV  1 group; 2 entry's id; 3 field of the hash to count it in
-- Returns 1, or 0 if another client has acknowledged the entry.
-- Cost  O(log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('HLEN', KEYS[2])
if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then
  return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[3], 1) -- first: fails if the count is not a number
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return 1

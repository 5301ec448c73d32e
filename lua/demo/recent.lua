-- SPDX-License-Identifier: GPL-3.0-or-later
-- Adds the newest thing to a list and keeps it to its bound: whoever reads it never sees more, and it is never without
-- its expiry, whoever dies when.
-- KEYS: 1 list, newest at the left
-- ARGV: 1 the thing; 2 how many are kept; 3 how long the list is kept after the last (ms)
-- Returns: how many there are. Cost: O(1) for one that is too much.
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('LLEN', KEYS[1])

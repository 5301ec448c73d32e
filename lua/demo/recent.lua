-- SPDX-License-Identifier: GPL-3.0-or-later
-- Adds an item to a list of the newest ones and trims it in one step: readers never see more than the bound, and the
-- list always has its expiry, even if the client dies.
-- KEYS: 1 list, newest at the left
-- ARGV: 1 the item; 2 maximum length; 3 time to keep the list after the last item (ms)
-- Returns: the length. Cost: O(1) to trim one item.
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('LLEN', KEYS[1])

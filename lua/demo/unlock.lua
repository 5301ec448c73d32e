-- SPDX-License-Identifier: GPL-3.0-or-later
-- Frees a lock if it is still the caller's: one whose lease ran out does not free that of its successor.
-- KEYS: 1 lock
-- ARGV: 1 token of the caller
-- Returns: 1 freed, 0 it was not the caller's any more. Cost: O(1).
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
return redis.call('DEL', KEYS[1])

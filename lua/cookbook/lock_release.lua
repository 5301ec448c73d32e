-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lock: gives it back if it is still one's own: compared and deleted in one.
-- Promise: never the lock of a successor.
--
-- KEYS  1 lock (string: the holder's token)
-- ARGV  1 token
-- Returns the token that was released, or nil when the lock is somebody else's or nobody's.
-- Cost  O(1).

local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return false end -- guard
redis.call('DEL', KEYS[1])
return holder

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lock: releases it if the caller still holds it: compares and deletes in one step.
-- Promise: the lock of a later holder is never released.
--
-- KEYS  1 lock (string: the holder's token)
-- ARGV  1 token
-- Returns the token that was released, or nil if the lock is free or another client holds it.
-- Cost  O(1).

local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return false end -- guard
redis.call('DEL', KEYS[1])
return holder

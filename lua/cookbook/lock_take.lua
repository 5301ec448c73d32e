-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lock: takes a free lock for a limited time, and draws the fence number that goes with it.
-- Promise: one holder at a time by the server's clock; numbers rise from holder to holder, so that a store can reject
-- writes of an earlier one. No exclusion: a holder that sleeps past its lease still believes it has the lock.
--
-- KEYS  1 lock (string: the holder's token); 2 fence (counter)
-- ARGV  1 token, unique to the client; 2 lease (ms)
-- Returns the fence number, or 0 if another client holds the lock. A holder that asks again gets the same number.
-- Cost  O(1).

local holder = redis.call('GET', KEYS[1])
if holder then
  return holder == ARGV[1] and tonumber(redis.call('GET', KEYS[2])) or 0
end
local fence = redis.call('INCR', KEYS[2]) -- first: fails without leaving a lock if the counter is not a number
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return fence

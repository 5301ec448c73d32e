-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lock: takes it for a time if it is free, and draws the fence number that goes with it.
-- Promise: one holder by the server's clock; numbers rise from holder to holder, so that what is written can tell who
-- came later. It does not exclude: a holder that sleeps past the lease still believes that it holds.
--
-- KEYS  1 lock (string: the holder's token); 2 fence (counter)
-- ARGV  1 token that no other has; 2 lease (ms)
-- Returns the fence number, or 0 when another holds it. Whoever holds it and asks again gets the same number.
-- Cost  O(1).

local holder = redis.call('GET', KEYS[1])
if holder then
  return holder == ARGV[1] and tonumber(redis.call('GET', KEYS[2])) or 0
end
local fence = redis.call('INCR', KEYS[2]) -- first: a counter that is none leaves no lock behind
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return fence

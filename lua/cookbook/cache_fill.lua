-- SPDX-License-Identifier: GPL-3.0-or-later
-- Cache: writes the value from the origin and releases its guard, in one step.
-- Promise: a client that was too slow never releases the guard of another client.
--
-- KEYS  1 value (string); 2 guard (string)
-- ARGV  1 token; 2 value; 3 time to live (ms), to which the caller adds jitter so that values filled together do not
--       expire together
-- Returns 1, or 0 if another client holds the guard by now or it has expired (the value is set all the same).
-- Cost  O(1).

-- Fails on a key of the wrong type before anything is written.
redis.call('STRLEN', KEYS[1])
local mine = redis.call('GET', KEYS[2]) == ARGV[1]
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if not mine then
  return 0
end
redis.call('DEL', KEYS[2])
return 1

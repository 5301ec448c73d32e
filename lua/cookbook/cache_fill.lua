-- SPDX-License-Identifier: GPL-3.0-or-later
-- Cache: the value from the origin, and the end of its guard, in one.
-- Promise: whoever was too slow frees no guard of another.
--
-- KEYS  1 value (string); 2 guard (string)
-- ARGV  1 token; 2 value; 3 how long it is good for (ms), of which the caller takes some off or adds some by chance,
--       so that what was filled together does not expire together
-- Returns 1, or 0 when the guard was somebody else's by now (the value is set all the same).
-- Cost  O(1).

-- A key of another type is found out before anything is written.
redis.call('STRLEN', KEYS[1])
local mine = redis.call('GET', KEYS[2]) == ARGV[1]
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if not mine then
  return 0
end
redis.call('DEL', KEYS[2])
return 1

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Cache: the value; or, where there is none, the task to fetch it for one of those who ask, and to wait for all others.
-- Promise: one asks the origin for a key, as long as the origin is faster than the guard.
--
-- KEYS  1 value (string); 2 guard (string: who fetches)
-- ARGV  1 token that no other has; 2 guard (ms): longer than the origin takes
-- Returns { 'value', V }, { 'fetch' } or { 'wait' }.
-- Cost  O(1).

local value = redis.call('GET', KEYS[1])
if value then
  return { 'value', value }
end
if redis.call('GET', KEYS[2]) then return { 'wait' } end -- guard
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return { 'fetch' }

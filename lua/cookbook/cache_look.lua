-- SPDX-License-Identifier: GPL-3.0-or-later
-- Cache: returns the value. If there is none, tells one client to fetch it and all others to wait.
-- Promise: one client at a time asks the origin for a key, as long as the origin is faster than the guard.
--
-- KEYS  1 value (string); 2 guard (string: token of the client that fetches)
-- ARGV  1 token, unique to the client; 2 expiry of the guard (ms): longer than the origin takes
-- Returns { 'value', V }, { 'fetch' } or { 'wait' }.
-- Cost  O(1).

local value = redis.call('GET', KEYS[1])
if value then
  return { 'value', value }
end
if redis.call('GET', KEYS[2]) then return { 'wait' } end -- guard
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return { 'fetch' }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Stream: moves an entry that has been delivered too often to the dead letters, with its fields and its origin, and
-- acknowledges it, in one step.
-- Promise: an entry is either pending or a dead letter, never both or neither; it is moved once, even if several
-- clients ask.
--
-- KEYS  1 stream; 2 dead letters (stream)
-- ARGV  1 group; 2 entry's id
-- Returns the id among the dead letters, or nil if another client has acknowledged the entry.
-- Cost  O(log n), and the entry's own fields, which are read and written.

local mostFields = 7000 -- names and values; 8,000 overflow Lua's stack

-- Fails on a key of the wrong type before anything is written.
redis.call('XLEN', KEYS[2])
local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if #pending == 0 then
  return false
end
local id = pending[1][1]
local found = redis.call('XRANGE', KEYS[1], id, id)
local fields = found[1] and found[1][2] or {}
if #fields > mostFields then
  return redis.error_reply('ERR ' .. id .. ' has more fields than a script can pass on')
end
local dead = redis.call('XADD', KEYS[2], '*', 'from', id, 'deliveries', pending[1][4], unpack(fields))
redis.call('XACK', KEYS[1], ARGV[1], id) -- guard
return dead

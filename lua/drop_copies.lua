-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes entries from a stream in another slot of a cluster than the one they were copied from (crossslot.h): copies
-- whose originals stayed pending, and for an undo those whose originals are pending again.
-- Promise: an entry is removed by its id, so nothing else is; what another has removed is not counted. The mark of
-- copy.lua goes in the same moment, so that no recovery lets originals go whose copies are gone.
--
-- KEYS  1 mark of this request: as the escrow of a batch; 2 the stream; 3 the mark of copy.lua, if there is one
-- ARGV  1, 2 see prelude.lua; 3 "look": only says which are there | "drop"; 4 "look": maximum bytes of entries read,
--       which the last one may exceed; then the ids
-- Returns with "look" "1 <looked at>" and the ids that are there, and no mark is left; else what the mark holds: "1
--       <removed>", then three values for each: its id, "lag" where the lag of a group is unknown since (""), "read"
--       where a group has read it ("")
-- Calls on xadd: TYPE XDEL XRANGE
-- Calls where it may: XINFO|STREAM XINFO|GROUPS XREVRANGE XSETID XLEN UNLINK
-- Cost  O(log n) for each entry, and with "look" its bytes.

local copies, mark = KEYS[2], KEYS[3]
local looks, mostBytes, first = ARGV[3] == 'look', tonumber(ARGV[4]), 5
local wrong = holdsOther(copies, 'stream')
  or forbids({ 'XDEL', copies, '0-0' }, looks and { 'XRANGE', copies, '-', '+' } or nil)
if wrong then
  return wrong
end

local log, bytes, next = { '' }, 0, first
while looks and next <= #ARGV and bytes < mostBytes do
  local read = redis.call('XRANGE', copies, ARGV[next], ARGV[next])
  for _, field in ipairs(read[1] and read[1][2] or {}) do
    bytes = bytes + #field
  end
  if #read > 0 then
    note(log, ARGV[next])
  end
  bytes, next = bytes + 64, next + 1
end
if looks then
  log[1] = string.format('1 %d', next - first)
  return log
end

local counted, removed = countersOf(copies), 0
for i = first, #ARGV do
  local id = ARGV[i]
  if redis.call('XDEL', copies, id) == 1 then
    local isRead = counted and not isBefore(counted.farthest, id)
    note(log, id, forget(copies, counted, id) and '' or 'lag', isRead and 'read' or '')
    removed = removed + 1
  end
end
uncount(copies, counted, removed)
if mark then
  redis.call('UNLINK', mark)
end
log[1] = string.format('1 %d', removed)
keep(log)
return log

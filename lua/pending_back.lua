-- SPDX-License-Identifier: GPL-3.0-or-later
-- Undo of pending.lua: makes entries pending again as they were: at the same consumer, with the same number of
-- deliveries and the same last one.
-- Promise: nothing is taken from its present owner. A claimed entry goes back only while it is pending as the operation
-- left it; an acknowledged one only while no consumer holds it; one that was added elsewhere only while the copy is
-- there and, in the stream itself, no group has read it. An entry no longer in the stream cannot be pending, nor any in
-- a group that is gone: no copy is removed for it.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the stream; 3 where copies were added, if they were
-- ARGV  1, 2 see prelude.lua; 3 "m" claimed | "r" acknowledged | "d" added elsewhere | "a" added to the stream itself;
--       4 the group; 5 the consumer to remove with the last entry it holds ("": none); 6 maximum bytes of entries read,
--       which the last one may exceed; then for each entry its id, how it was pending and what it is now, as
--       pending.lua returned them
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> <not looked at> -1", then for each entry that is back
--       "m", id, "", and "" or "lag". "lag": its copy was removed, and the lag of a group is unknown since.
-- Calls on source: XPENDING XRANGE XCLAIM XGROUP|DELCONSUMER XINFO|GROUPS
-- Calls on xadd: TYPE XDEL
-- Calls where it may, since Redis 7: XINFO|STREAM XINFO|GROUPS XREVRANGE XSETID XLEN UNLINK
-- Cost  O(log n) for each entry, and its bytes.

local source, copies = KEYS[2], KEYS[3]
local how, group, passing, mostBytes = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local first = 7
local isCopied = how == 'd' or how == 'a'
local wrong = holdsOther(source, 'stream') or isCopied and holdsOther(copies, 'stream')
  or forbids({ 'XPENDING', source, group }, { 'XRANGE', source, '-', '+' },
    { 'XCLAIM', source, group, 'x', '0', '0-0' }, isCopied and { 'XDEL', copies, '0-0' } or nil)
if wrong then
  return wrong
end

local tolerance = 50
local function partsOf(standing)
  return standing:match('^(%d+) (%d+) (.*)$')
end

-- Both parts of an id have 64 bits, more than a number here holds.
local function isBefore(a, b)
  local aTime, aSequence = a:match('^(%d+)-(%d+)$')
  local bTime, bSequence = b:match('^(%d+)-(%d+)$')
  local function less(x, y)
    return #x < #y or #x == #y and x < y
  end
  return less(aTime, bTime) or aTime == bTime and less(aSequence, bSequence)
end
-- The last id that any group has read, "0-0" for none.
local farthest = '0-0'
if how == 'a' then
  for _, said in ipairs(redis.call('XINFO', 'GROUPS', source)) do
    for i = 1, #said, 2 do
      if said[i] == 'last-delivered-id' and isBefore(farthest, said[i + 1]) then
        farthest = said[i + 1]
      end
    end
  end
end

-- Since Redis 7 a stream counts what was ever added, and knows the largest id that was ever deleted: behind that, the
-- server does not say how far a group lags. nil where it counts nothing, or must not be asked.
local counted
local function readCounters()
  local said, groups = server.pcall('XINFO', 'STREAM', copies), server.pcall('XINFO', 'GROUPS', copies)
  local of = {}
  for i = 1, said.err and 0 or #said, 2 do
    of[said[i]] = said[i + 1]
  end
  if groups.err or not of['entries-added'] then
    return
  end
  counted = { last = of['last-generated-id'], added = of['entries-added'], deleted = of['max-deleted-entry-id'],
    farthest = '0-0' } -- and the nearest, of what its groups have read last
  for _, one in ipairs(groups) do
    for i = 1, #one, 2 do
      local read = one[i] == 'last-delivered-id' and one[i + 1]
      if read and isBefore(counted.farthest, read) then
        counted.farthest = read
      end
      if read and not (counted.nearest and isBefore(counted.nearest, read)) then
        counted.nearest = read
      end
    end
  end
end
if isCopied then
  readCounters()
end

-- Nothing but XRANGE tells whether an entry is in the stream, and it reads it whole.
local bytes = 0
local function isThere(id)
  local read = server.call('XRANGE', source, id, id)
  for _, field in ipairs(read[1] and read[1][2] or {}) do
    bytes = bytes + #field
  end
  return #read > 0
end

-- A copy that was deleted, as if it had never been added, where nothing came after it; whether groups still know how
-- far they lag behind.
local function forget(given)
  if not counted or not counted.nearest or not isBefore(counted.nearest, given) then
    return true -- there is no group, or each has read it
  elseif given ~= counted.last or not isBefore(counted.farthest, given) then
    return false
  end
  local top = server.pcall('XREVRANGE', copies, '+', '-', 'COUNT', 1)
  if top.err then
    return false
  end
  for _, field in ipairs(top[1] and top[1][2] or {}) do
    bytes = bytes + #field
  end
  local last = top[1] and top[1][1] or given
  for _, id in ipairs({ counted.deleted, counted.farthest }) do
    last = isBefore(last, id) and id or last
  end
  -- The server takes 0-0 for no id given; 0-1 lies before any entry as well.
  local set = server.pcall('XSETID', copies, last, 'ENTRIESADDED', string.format('%.0f', counted.added - 1),
    'MAXDELETEDID', counted.deleted == '0-0' and '0-1' or counted.deleted)
  if set.err then
    return false
  end
  counted.last, counted.added = last, counted.added - 1
  return true
end

-- A stream of copies that no group reads is left as if nothing had been added: it no longer counts them, and it is gone
-- if nothing else was ever in it.
local function uncount(gone)
  local added = gone > 0 and counted and not counted.nearest and counted.added - gone
  if added == 0 and server.pcall('XLEN', copies) == 0 then
    server.pcall('UNLINK', copies)
  elseif added and added > 0 then
    server.pcall('XSETID', copies, counted.last, 'ENTRIESADDED', string.format('%.0f', added))
  end
end

local hasGroup = not server.pcall('XPENDING', source, group, '-', '+', 1).err
local function isAsLeft(id, given)
  if not hasGroup then
    return false
  end
  local entry = pendingEntry(source, group, id)
  if how == 'm' then
    local deliveries, at, whose = partsOf(given)
    return entry and deliveries and entry[2] == whose and entry[4] == tonumber(deliveries)
      and math.abs(entry.at - tonumber(at)) <= tolerance
  end
  return not entry and (how ~= 'a' or isBefore(farthest, given))
end

local log, moved, skipped, left = { '' }, 0, 0, 0
for i = first, #ARGV, 3 do
  if bytes >= mostBytes then
    left = math.floor((#ARGV - i) / 3) + 1
    break
  end
  local id, before, given = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local deliveries, at, whose = partsOf(before)
  local isBack = deliveries and isAsLeft(id, given) and isThere(id)
    and (not isCopied or redis.call('XDEL', copies, given) == 1) -- the copy is not read: it goes, or was not there
  bytes = bytes + 64
  if isBack then
    redis.call('XCLAIM', source, group, whose, 0, id, 'TIME', at, 'RETRYCOUNT', deliveries, 'FORCE', 'JUSTID')
    moved = moved + 1
    note(log, 'm', id, '', (not isCopied or forget(given)) and '' or 'lag')
  else
    skipped = skipped + 1
  end
end
uncount(moved)
if passing ~= '' and moved > 0 and not forbidsOne({ { 'XGROUP', 'DELCONSUMER', source, group, passing } }) then
  local holds = server.pcall('XPENDING', source, group, '-', '+', 1, passing)
  if not holds.err and #holds == 0 then
    server.pcall('XGROUP', 'DELCONSUMER', source, group, passing)
  end
end
log[1] = string.format('1 %d 0 0 %d %d -1', moved, skipped, left)
keep(log)
return log

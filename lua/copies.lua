-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removal of entries that an operation has added to a stream: joined between prelude.lua and the script.
-- Promise: the stream is left as if they had never been added, as far as its groups permit.

-- luacheck: ignore 211

-- Both parts of an id have 64 bits, more than a number here holds.
local function isBefore(a, b)
  local aTime, aSequence = a:match('^(%d+)-(%d+)$')
  local bTime, bSequence = b:match('^(%d+)-(%d+)$')
  local function less(x, y)
    return #x < #y or #x == #y and x < y
  end
  return less(aTime, bTime) or aTime == bTime and less(aSequence, bSequence)
end
-- Since Redis 7 a stream counts what was ever added, and knows the largest id that was ever deleted: behind that, the
-- server does not say how far a group lags. nil where it counts nothing, or must not be asked.
local function countersOf(copies)
  local said, groups = server.pcall('XINFO', 'STREAM', copies), server.pcall('XINFO', 'GROUPS', copies)
  local of = {}
  for i = 1, said.err and 0 or #said, 2 do
    of[said[i]] = said[i + 1]
  end
  if groups.err or not of['entries-added'] then
    return nil
  end
  local counted = { last = of['last-generated-id'], added = of['entries-added'], deleted = of['max-deleted-entry-id'],
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
  return counted
end

-- A copy that was deleted, as if it had never been added, where nothing came after it. Returns whether groups still
-- know how far they lag behind, and the bytes that were read for it.
local function forget(copies, counted, given)
  if not counted or not counted.nearest or not isBefore(counted.nearest, given) then
    return true, 0 -- there is no group, or each has read it
  elseif given ~= counted.last or not isBefore(counted.farthest, given) then
    return false, 0
  end
  local top, bytes = server.pcall('XREVRANGE', copies, '+', '-', 'COUNT', 1), 0
  if top.err then
    return false, 0
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
    return false, bytes
  end
  counted.last, counted.added = last, counted.added - 1
  return true, bytes
end

-- A stream of copies that no group reads is left as if nothing had been added: it no longer counts them, and it is gone
-- if nothing else was ever in it.
local function uncount(copies, counted, gone)
  local added = gone > 0 and counted and not counted.nearest and counted.added - gone
  if added == 0 and server.pcall('XLEN', copies) == 0 then
    server.pcall('UNLINK', copies)
  elseif added and added > 0 then
    server.pcall('XSETID', copies, counted.last, 'ENTRIESADDED', string.format('%.0f', added))
  end
end

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Undo of pending.lua: entries are pending again as they were, at the same consumer, delivered as often and when they
-- were delivered last.
-- Promise: nothing is taken from who has it now. An entry that was claimed goes back only while it is pending as it was
-- left; one that was acknowledged only while nobody holds it; one that was added elsewhere only while the copy is there
-- and, in the stream itself, no group has read it. What is no longer in the stream cannot be pending.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the stream; 3 where copies were added, where they were
-- ARGV  1, 2 see prelude.lua; 3 "m" claimed | "r" acknowledged | "d" added elsewhere | "a" added to the stream itself;
--       4 the group; 5 the consumer that is taken away with the last entry it holds ("": none); then id, how it was
--       pending and what it is now for each, as pending.lua told
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> 0 -1", then "m", id, "", "" of each that is back.
-- Calls on source: XPENDING XRANGE XCLAIM XGROUP|DELCONSUMER XINFO|GROUPS
-- Calls on xadd: TYPE XRANGE XDEL
-- Cost  O(log n) an entry.

local source, copies = KEYS[2], KEYS[3]
local how, group, passing = ARGV[3], ARGV[4], ARGV[5]
local isCopied = how == 'd' or how == 'a'
local wrong = holdsOther(source, 'stream') or isCopied and holdsOther(copies, 'stream')
  or forbids({ 'XPENDING', source, group }, { 'XRANGE', source, '-', '+' },
    { 'XCLAIM', source, group, 'x', '0', '0-0' }, isCopied and { 'XDEL', copies, '0-0' } or nil)
if wrong then
  return wrong
end

local tolerance = 50
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
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

local function isThere(key, id)
  return #server.call('XRANGE', key, id, id) > 0
end

local function isAsLeft(id, given)
  local found = server.pcall('XPENDING', source, group, id, id, 1)
  if found.err then
    return false
  end
  local entry = found[1]
  if how == 'm' then
    local deliveries, at, whose = partsOf(given)
    return entry and entry[2] == whose and entry[4] == tonumber(deliveries)
      and math.abs(now - entry[3] - tonumber(at)) <= tolerance
  end
  return not entry and (not isCopied or isThere(copies, given) and (how == 'd' or isBefore(farthest, given)))
end

local log, moved, skipped = { '' }, 0, 0
for i = 6, #ARGV, 3 do
  local id, before, given = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local deliveries, at, whose = partsOf(before)
  local isBack = deliveries and isThere(source, id) and isAsLeft(id, given)
  if isBack then
    redis.call('XCLAIM', source, group, whose, 0, id, 'TIME', at, 'RETRYCOUNT', deliveries, 'FORCE', 'JUSTID')
    if isCopied then
      redis.call('XDEL', copies, given)
    end
    moved = moved + 1
    note(log, 'm', id, '', '')
  else
    skipped = skipped + 1
  end
end
if passing ~= '' and moved > 0 and not forbidsOne({ { 'XGROUP', 'DELCONSUMER', source, group, passing } }) then
  local holds = server.pcall('XPENDING', source, group, '-', '+', 1, passing)
  if not holds.err and #holds == 0 then
    server.pcall('XGROUP', 'DELCONSUMER', source, group, passing)
  end
end
log[1] = string.format('1 %d 0 0 %d 0 -1', moved, skipped)
keep(log)
return log

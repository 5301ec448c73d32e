-- SPDX-License-Identifier: GPL-3.0-or-later
-- Undo of clean.lua: entries are in the index again, and the keys they stand for are as they were.
-- Promise: nothing is overwritten. Where an entry or its key exists again, both stay as they are now.
--
-- Between slots of a cluster (crossclean.cpp) it is called for each key alone, then for the index alone.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the index (zset); then the key of each entry. For a key
--       alone: 1 and 2 its own mark, 3 the key
-- ARGV  1, 2 see prelude.lua; 3 "exact": a key alone comes back with the expiry it had, or not at all once that has
--       passed; else expiry of the index as Unix ms that is set when it did not exist ("" for none), unless
--       it has passed or comes soon: then it has none; then entry, score, expiry of its key (likewise), and its DUMP
--       ("" none; for the index alone, "~": the entry does not come back)
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> 0 -1", then "m", entry, "", "" of each that is back.
-- Calls on source: ZSCORE ZADD EXISTS PEXPIREAT PERSIST PTTL
-- Calls on escrow: LSET
-- Calls on cleaned: EXISTS RESTORE
-- Cost  O(log n) an entry, and the bytes of its key.

local index, first = KEYS[2], 4
local isKeyAlone, isExact = index == KEYS[1], ARGV[3] == 'exact'
local expiry, wrong
if isKeyAlone then
  wrong = forbids()
else
  expiry = expiryBack(index, ARGV[3])
  wrong = holdsOther(index, 'zset') or forbids({ 'ZADD', index, '1', 'x' }, expiry)
end
for i = 3, #KEYS do
  wrong = wrong or forbidsOne({ { 'RESTORE', KEYS[i], '0', 'x' } })
end
for i = first + 1, #ARGV, 4 do
  wrong = wrong or badScore(ARGV[i])
end
if wrong then
  return wrong
end

-- Allocates memory first: a server out of memory refuses here, before anything has changed.
redis.call('RPUSH', KEYS[1], '')
local log, moved, skipped = {}, 0, 0
for i = first, #ARGV, 4 do
  local member, score, dump = ARGV[i], ARGV[i + 1], ARGV[i + 3]
  local target = KEYS[3 + (i - first) / 4]
  local isMissing = isKeyAlone or dump ~= '~' and not redis.call('ZSCORE', index, member)
  local isBack = isMissing and (dump == '' or redis.call('EXISTS', target) == 0)
  local expires = isBack and dump ~= '' and timeAhead(ARGV[i + 2], isExact and 0 or soon)
  if isBack and dump ~= '' and (expires or not isExact or ARGV[i + 2] == '-1') then
    -- One that this server cannot read, as of a later version, stays in the archive.
    local restored = server.pcall('RESTORE', target, expires or '0', dump, 'ABSTTL')
    isBack = not restored.err
  end
  if isBack then
    if not isKeyAlone then
      redis.call('ZADD', index, 'NX', score, member)
    end
    moved = moved + 1
    note(log, 'm', member, '', '')
  else
    skipped = skipped + 1
  end
end
if expiry and moved > 0 then
  redis.call(unpack(expiry))
end
inChunks('RPUSH', KEYS[1], log)
local header = string.format('1 %d 0 0 %d 0 -1', moved, skipped)
redis.call('LSET', KEYS[1], 0, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
table.insert(log, 1, header)
return log

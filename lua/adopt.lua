-- SPDX-License-Identifier: GPL-3.0-or-later
-- Queues jobs that have a record but are in no queue of their collection: a worker took them and lost them.
-- Promise: no job is queued twice. An id is added only while its record is as it was at the preview (not begun since)
-- and not finished, and while none of the keys holds it. The script checks all of this right before it adds the id.
--
-- KEYS  1 escrow of this batch; 2 key to which the ids are added; then the other keys of the collection; then a record
--       for each id
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush" | "zadd"; 4 number of other keys; 5 maximum number of list elements
--       to compare; 6 names as in records.lua, as JSON; then four values for each id: the id; its score ("" except for
--       zadd); attempts its record must have and start it must have ("=…", or "" for any)
-- Returns what the escrow holds: a header "2 <moved> 0 0 <skipped> <of them: lists too long by now> -1 0", then six
--       values for each id added: "a", id, score, attempts, start, "".
-- Calls on elsewhere: TYPE LLEN LPOS ZSCORE SISMEMBER
-- Calls on lpush: LPUSH LLEN LPOS
-- Calls on rpush: RPUSH LLEN LPOS
-- Calls on zadd: ZADD ZSCORE
-- Cost  O(ids · elements of the lists), at most ARGV 5 comparisons; elements are compared by length first.

local source, command, others, most, names, first = KEYS[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]),
  cjson.decode(ARGV[6]), 7
local wrong = holdsOther(source, command == 'zadd' and 'zset' or 'list')
  or forbids({ command, source, command == 'zadd' and '1' or 'x', 'x' })
for i = first + 1, command == 'zadd' and #ARGV or 0, 4 do
  wrong = wrong or badScore(ARGV[i])
end
if wrong then
  return wrong
end

local types, listed = {}, 0
for i = 2, 2 + others do
  local key = KEYS[i]
  if not types[key] then
    types[key] = redis.call('TYPE', key).ok
    listed = listed + (types[key] == 'list' and redis.call('LLEN', key) or 0)
  end
end
local function isQueued(id)
  for key, type in pairs(types) do
    if type == 'list' and redis.call('LPOS', key, id)
      or type == 'zset' and redis.call('ZSCORE', key, id)
      or type == 'set' and redis.call('SISMEMBER', key, id) == 1 then
      return true
    end
  end
  return false
end

local function isAsShown(record, attempts, start)
  return record and record.finish == '' and (attempts == '' or (record.text or '') == attempts:sub(2))
    and (start == '' or record.start == start:sub(2))
end

local log, values, once, skipped, untold, compared = { '' }, {}, {}, 0, 0, 0
for i = first, #ARGV, 4 do
  local id, score = ARGV[i], ARGV[i + 1]
  local record = not once[id] and readRecord(KEYS[3 + others + (i - first) / 4], names)
  local isMeant = isAsShown(record, ARGV[i + 2], ARGV[i + 3])
  if isMeant then
    compared = compared + listed
    untold = untold + (compared > most and 1 or 0)
  end
  if not isMeant or compared > most or isQueued(id) then
    skipped = skipped + 1
  else
    once[id] = true
    if command == 'zadd' then
      values[#values + 1] = score
    end
    values[#values + 1] = id
    note(log, 'a', id, score, attemptsBefore(record), record.start, '')
  end
end
log[1] = string.format('2 %d 0 0 %d %d -1 0', (#log - 1) / 6, skipped, untold)
keep(log)
inChunks(command, source, values)
return log

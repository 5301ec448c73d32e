-- SPDX-License-Identifier: GPL-3.0-or-later
-- Queues jobs that have a record and stand nowhere in their collection: somebody took them and lost them.
-- Promise: nobody is queued twice. An id is added only while its record is there and none of the keys holds it, all of
-- it asked in the moment in which it is added.
--
-- KEYS  1 escrow of this batch; 2 where they are added; then the other keys of the collection; then a record for each
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush" | "zadd"; 4 how many other keys there are; then id and score ("" but
--       for zadd) for each
-- Returns what the escrow holds: a header "1 <moved> 0 0 <skipped> 0 -1", then "a", id, score, "" for each that was
--       added.
-- Calls on elsewhere: TYPE LPOS ZSCORE SISMEMBER
-- Calls on record: EXISTS
-- Calls on lpush: LPUSH LPOS
-- Calls on rpush: RPUSH LPOS
-- Calls on zadd: ZADD ZSCORE
-- Cost  O(ids · elements of the lists), which are compared by their length first.

local source, command, others = KEYS[2], ARGV[3], tonumber(ARGV[4])
local wrong = holdsOther(source, command == 'zadd' and 'zset' or 'list')
  or forbids({ command, source, command == 'zadd' and '1' or 'x', 'x' })
for i = 6, command == 'zadd' and #ARGV or 0, 2 do
  wrong = wrong or badScore(ARGV[i])
end
if wrong then
  return wrong
end

local types = {}
for i = 2, 2 + others do
  types[KEYS[i]] = redis.call('TYPE', KEYS[i]).ok
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

local log, values, once, skipped = { '' }, {}, {}, 0
for i = 5, #ARGV, 2 do
  local id, score, record = ARGV[i], ARGV[i + 1], KEYS[3 + others + (i - 5) / 2]
  if once[id] or redis.call('EXISTS', record) == 0 or isQueued(id) then
    skipped = skipped + 1
  else
    once[id] = true
    if command == 'zadd' then
      values[#values + 1] = score
    end
    values[#values + 1] = id
    local n = #log
    log[n + 1], log[n + 2], log[n + 3], log[n + 4] = 'a', id, score, ''
  end
end
log[1] = string.format('1 %d 0 0 %d 0 -1', (#log - 1) / 4, skipped)
keep(log)
inChunks(command, source, values)
return log

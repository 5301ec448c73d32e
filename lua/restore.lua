-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts elements into a collection: archived ones back where they were (undo), or new members.
-- Promise: nothing is overwritten. A member that exists (again) is reported, its score stays.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the collection's key
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush" | "sadd" | "zadd"; 4 expiry of the collection as Unix ms that is set
--       when the key did not exist ("" for none), unless it has passed or comes soon: then the key has none; 5 "1":
--       name those that were added as well (new members, which no archive holds yet), "0": do not; then element and
--       score ("" but for zadd) for each, in the order in which they are pushed
-- Returns what the mark holds: a header "1 <restored> <existed>", then the elements that existed, then with 5 those
--       that were added.
-- Calls on source: EXISTS PEXPIREAT PERSIST PTTL
-- Calls on lpush: LPUSH
-- Calls on rpush: RPUSH
-- Calls on sadd: SADD
-- Calls on zadd: ZADD
-- Cost  O(elements · log n).

local target = KEYS[2]
local command = ARGV[3]
local holds = { lpush = 'list', rpush = 'list', sadd = 'set', zadd = 'zset' }
local expiry = expiryBack(target, ARGV[4])
local wrong = holdsOther(target, holds[command])
  or forbids({ command, target, command == 'zadd' and '1' or 'x', 'x' }, expiry)
for i = 7, command == 'zadd' and #ARGV or 0, 2 do
  wrong = wrong or badScore(ARGV[i])
end
if wrong then
  return wrong
end

local existed, restored = {}, {}
local pushed = {}
for i = 6, #ARGV, 2 do
  local element = ARGV[i]
  local isAdded = true
  if command == 'zadd' then
    isAdded = redis.call('ZADD', target, 'NX', ARGV[i + 1], element) == 1
  elseif command == 'sadd' then
    isAdded = redis.call('SADD', target, element) == 1
  else
    pushed[#pushed + 1] = element
  end
  local list = isAdded and restored or existed
  list[#list + 1] = element
end
inChunks(command, target, pushed)
if expiry and #restored > 0 then
  redis.call(unpack(expiry))
end
local log = { string.format('1 %d %d', #restored, #existed) }
for i = 1, #existed do
  log[#log + 1] = existed[i]
end
for i = 1, ARGV[5] == '1' and #restored or 0 do
  log[#log + 1] = restored[i]
end
keep(log)
return log

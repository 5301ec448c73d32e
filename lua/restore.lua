-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts elements into a collection: archived ones back where they were (undo), or new members.
-- Promise: nothing is overwritten. A member that exists (again) is reported, its score stays.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the collection's key
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush" | "sadd" | "zadd"; 4 expiry of the collection as Unix ms that is set
--       when the key did not exist ("" for none); then element and score ("" but for zadd) for each, in the
--       order in which they are pushed
-- Returns what the mark holds: a header "1 <restored> <existed>", then the elements that existed.
-- Cost  O(elements · log n).

local target = KEYS[2]
local command = ARGV[3]
local holds = { lpush = 'list', rpush = 'list', sadd = 'set', zadd = 'zset' }
local wrong = holdsOther(target, holds[command])
  or forbids({ 'PEXPIREAT', target, '1' }, { command, target, command == 'zadd' and '1' or 'x', 'x' })
if wrong then
  return wrong
end

local isNew = redis.call('EXISTS', target) == 0
local existed, restored = {}, 0
local pushed = {}
for i = 5, #ARGV, 2 do
  local element = ARGV[i]
  if command == 'zadd' then
    if redis.call('ZADD', target, 'NX', ARGV[i + 1], element) == 1 then
      restored = restored + 1
    else
      existed[#existed + 1] = element
    end
  elseif command == 'sadd' then
    if redis.call('SADD', target, element) == 1 then
      restored = restored + 1
    else
      existed[#existed + 1] = element
    end
  else
    pushed[#pushed + 1] = element
  end
end
inChunks(command, target, pushed)
restored = restored + #pushed
if isNew and ARGV[4] ~= '' and restored > 0 then
  redis.call('PEXPIREAT', target, ARGV[4])
end
local log = { string.format('1 %d %d', restored, #existed) }
for i = 1, #existed do
  log[i + 1] = existed[i]
end
keep(log)
return log

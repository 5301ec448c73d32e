-- SPDX-License-Identifier: GPL-3.0-or-later
-- Judges or counts the attempts in the record of one job, where it lies in another slot of a cluster than its queue
-- (crossslot.h): joined to records.lua.
-- Promise: attempts are counted once, however often it is asked: only while they are as they were when it was judged.
--
-- KEYS  1 job record
-- ARGV  1 parameters as JSON: fields, maxFields, startFields, max and attempts as moving.lua has them; 2 "judge" |
--       "count"; 3 attempts to set; "judge": 4 and 5 attempts and start that the record must have, as of moving.lua;
--       "count": 4 attempts as they were
-- Returns "judge": { "read", "none" or "unreadable"; "1" if the job is as it was left, else "0"; "1" if its attempts
--       are used up, else "0"; attempts; start }. "count": { "1" } if they were counted, else { "0" }.

local p = cjson.decode(ARGV[1])
local record = readRecord(KEYS[1], p)
if ARGV[2] == 'count' then
  if record and attemptsBefore(record) == ARGV[4] then
    countAttempts(record, p.attempts, ARGV[3])
    return { '1' }
  end
  return { '0' }
end
-- Whether it may be counted is asked before its job moves.
local function refusal(...)
  local known, allowed = pcall(redis.acl_check_cmd, ...)
  local command, key = ...
  return not (known and allowed) and redis.error_reply('NOPERM ' .. command .. ' on ' .. key .. ' is not permitted')
end
local write = record and (record.isHash and { 'HSET', KEYS[1], 'x', 'x' } or { 'SET', KEYS[1], 'x' })
local wrong = write and p.attempts ~= 'keep' and refusal(unpack(write))
if wrong then
  return wrong
end
local item = { set = ARGV[3], attempts = ARGV[4], start = ARGV[5] }
local isLeft = isRecordAsLeft(record, item)
if not isLeft and (item.attempts == 'incr' or item.attempts == 'set') then
  item.attempts = 'keep' -- an undo of one that could not be counted
  isLeft = isRecordAsLeft(record, item)
end
local state = record and 'read' or redis.call('TYPE', KEYS[1]).ok == 'none' and 'none' or 'unreadable'
local usedUp = record and isUsedUp(record, p.max ~= cjson.null and p.max or nil)
return { state, isLeft and '1' or '0', usedUp and '1' or '0', record and attemptsBefore(record) or '',
  record and record.start or '' }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs of Bee-Queue back to waiting: failed ones (a set) as Job.retry() does it, and stalled ones (the list of active
-- ones) as its check does it.
-- Promise: a job goes back only if it has a record, and from the active ones only if it was marked as stalling and the
-- interval in which its worker would have taken the mark away has passed. Of the record only `status` changes.
--
-- KEYS  besides those of jobs.lua: target the list `waiting`; jobs the hash of all records; stalling, stallBlock
-- Calls on source: TYPE SISMEMBER SREM SADD LLEN LPOS LREM RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Calls on lpush: TYPE LLEN LPUSH LPOS LREM
-- Calls on jobs: TYPE HMGET HGET HSET HDEL
-- Calls on stalling: TYPE SISMEMBER SREM SADD
-- Calls on stallBlock: EXISTS
-- Cost  O(active) an active job, and the bytes of its record

local isStalled = held == 'list'
local isOver = redis.call('EXISTS', keys.stallBlock) == 0
local once = {}

return operate(function(item)
  local id = item.element
  local taken = take(item)
  if not taken or once[id] then
    return nil
  end
  local record = redis.call('HMGET', keys.jobs, id)[1]
  local found = record and membersOf(record, { 'status' })
  local isMarked = isStalled and redis.call('SISMEMBER', keys.stalling, id) == 1
  if not found or not found.status or isStalled and not (isOver and isMarked) then
    return nil, 'held'
  end
  once[id] = true
  local doing = { taken }
  if isMarked then
    doing[2] = { does = 'srem', key = keys.stalling, loose = true }
  end
  doing[#doing + 1] = { does = 'hset', key = keys.jobs, field = id, before = record,
    value = isStalled and record or withMembers(record, found, { { 'status', '"retrying"' } }) }
  doing[#doing + 1] = { does = 'lpush', key = keys.target }
  return doing
end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes failed jobs of BullMQ or Bull with their records and logs, as Job.remove() does it.
-- Promise: a job that is locked, has a parent or children, is the next one of a scheduler, keeps back another job of
-- its deduplication, or is too large to be kept for undo is left. The key of its deduplication goes only if it names
-- the job.
--
-- KEYS  besides those of jobs.lua: repeat the schedulers; events (BullMQ), meta; of each job: job its record, lock,
--       logs, and dependencies, processed, failed, unsuccessful of its children. The keys of its deduplication are not
--       among them: their names, of the same queue and slot, are in the record
-- ARGV  further arguments: 1 what the names of keys of deduplication begin with; 2 those of jobs that they keep back
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on repeat: ZSCORE
-- Calls on meta: HMGET
-- Calls on events: TYPE XADD
-- Calls on job: TYPE HMGET HLEN HKEYS HSTRLEN DUMP PTTL UNLINK EXISTS RESTORE
-- Calls on logs: TYPE LLEN LRANGE DUMP PTTL UNLINK EXISTS RESTORE
-- Calls on lock: EXISTS
-- Calls on dependencies: EXISTS
-- Calls on processed: EXISTS
-- Calls on failed: EXISTS
-- Calls on unsuccessful: EXISTS
-- Cost  O(log n) a job, and its bytes

local mostEvents = keys.events and redis.call('HMGET', keys.meta, 'opts.maxLenEvents')[1]
mostEvents = tonumber(mostEvents or '') and mostEvents or '10000'
local once = {}

return operate(function(item)
  local taken = take(item)
  if not taken or once[item.element] then
    return nil
  end
  local of = item.keys
  local job = redis.call('HMGET', of.job, 'parentKey', 'rjk', 'deid')
  local scheduled = job[2] and redis.call('ZSCORE', keys['repeat'], job[2])
  local isNext = scheduled and item.element == 'repeat:' .. job[2] .. ':' .. scheduled
  local single = job[3] and arguments[1] .. job[3]
  local isOwn = single and redis.call('TYPE', single).ok == 'string' and redis.call('GET', single) == item.element
  if redis.call('EXISTS', of.lock, of.dependencies, of.processed, of.failed, of.unsuccessful) > 0
    or (job[1] or '') ~= '' or isNext or isOwn and redis.call('EXISTS', arguments[2] .. job[3]) == 1
    or isTooLarge(of.job, of.logs) then
    return nil, 'held'
  end
  once[item.element] = true
  local doing = { taken }
  doing[#doing + 1] = drop(of.job)
  doing[#doing + 1] = drop(of.logs)
  if isOwn then
    doing[#doing + 1] = drop(single)
    doing[#doing].loose = true
  end
  if keys.events then
    doing[#doing + 1] = { does = 'xadd', key = keys.events, most = mostEvents,
      fields = { 'event', 'removed', 'jobId', item.element, 'prev', 'failed' } }
  end
  return doing
end)

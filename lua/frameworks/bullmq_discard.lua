-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes failed jobs of BullMQ or Bull with their records and logs, as Job.remove() does it.
-- Promise: a job that is locked, has a parent or children, or is too large to be kept for undo is left. The key of its
-- deduplication is left to expire.
--
-- KEYS  besides those of jobs.lua: events (BullMQ), meta; of each job: job its record, lock, logs, and dependencies,
--       processed, failed, unsuccessful of its children
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
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
  if redis.call('EXISTS', of.lock, of.dependencies, of.processed, of.failed, of.unsuccessful) > 0
    or (redis.call('HMGET', of.job, 'parentKey')[1] or '') ~= '' or isTooLarge(of.job, of.logs) then
    return nil, 'held'
  end
  once[item.element] = true
  local doing = { taken }
  doing[#doing + 1] = drop(of.job)
  doing[#doing + 1] = drop(of.logs)
  if keys.events then
    doing[#doing + 1] = { does = 'xadd', key = keys.events, most = mostEvents,
      fields = { 'event', 'removed', 'jobId', item.element, 'prev', 'failed' } }
  end
  return doing
end)

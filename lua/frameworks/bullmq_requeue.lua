-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs of BullMQ back to waiting: failed ones (a sorted set) as Job.retry() does it, and active ones without a lock (a
-- list) as the sweep of its workers does it.
-- Promise: a job goes back only if it has a record, is not locked and, if it failed, is no child of another job, whose
-- counts would have to change with it. In the record, a failed job loses only finishedOn, processedOn and failedReason;
-- for a stalled one a stall is counted. From version 4 on, a failed job with a priority goes to the prioritized ones.
-- From version 5 on, the marker wakes workers; in version 4 a mark in an empty `wait`, which is no job, does.
-- One that stalled before is over the limit that workers have by default. As their sweep does it since version 5.54, it
-- is marked so that the worker that takes it fails it, unless a scheduler has it; of earlier versions, whose sweep
-- fails it at once, it is left.
--
-- KEYS  besides those of jobs.lua: target the list `wait`; paused, prioritized, pc, marker, meta, active, events,
--       stalled, repeat; of each job: job its record, lock
-- ARGV  further arguments: 1 the major version that counts if META names none, of a queue that is not paused; "": none
-- Calls on source: TYPE ZSCORE ZREM ZADD LLEN LPOS LREM RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Calls on lpush: TYPE LLEN LPUSH RPUSH LPOS LREM EXISTS
-- Calls on rpush: TYPE LLEN LPUSH RPUSH LPOS LREM EXISTS
-- Calls on paused: TYPE LLEN LPUSH RPUSH LPOS LREM
-- Calls on prioritized: TYPE ZADD ZSCORE ZREM EXISTS
-- Calls on pc: TYPE GET SET UNLINK
-- Calls on marker: TYPE ZADD ZSCORE ZREM
-- Calls on meta: HMGET
-- Calls on active: LLEN
-- Calls on events: TYPE XADD
-- Calls on stalled: TYPE SISMEMBER SREM SADD
-- Calls on repeat: ZSCORE
-- Calls on job: TYPE HSTRLEN HMGET HGET HSET HDEL HEXISTS
-- Calls on lock: EXISTS
-- Cost  O(log n) a failed job; of an active one O(active)

local isStale = held == 'list'
local meta = redis.call('HMGET', keys.meta, 'version', 'paused', 'concurrency', 'opts.maxLenEvents')
local major, minor = (meta[1] or ''):match('^bullmq:(%d+)%.?(%d*)')
local isPaused = meta[2]
local version = tonumber(major or not isPaused and arguments[1] or '')
local isModern = version and version >= 5
local hasPriorities = version and version >= 4
local mostStalls = 1 -- maxStalledCount, which only a worker knows, by default
local failsLater = version and (version > 5 or version == 5 and (tonumber(minor) or 0) >= 54)
local mostEvents = tonumber(meta[4] or '') and meta[4] or '10000'
-- Up to version 5 a paused queue keeps its jobs in another list.
local list = isPaused and version and version < 6 and keys.paused or keys.target
local running = redis.call('LLEN', keys.active)
local mostRunning = tonumber(meta[3] or '') or math.huge
local isWoken = not isModern or redis.call('ZSCORE', keys.marker, '0')
local isMarked = isModern or redis.call('LLEN', keys.target) > 0 -- what is in `wait` wakes workers of version 4
local counter, counted -- of priorities, and the change that counts for the whole batch
local once = {}

-- Among jobs of one priority the order is that of the counter.
local function prioritize(doing, priority)
  if not counter then
    local before = redis.call('GET', keys.pc)
    counter = tonumber(before or '0')
    counted = { does = 'set', key = keys.pc, before = before or nil, loose = true }
    doing[#doing + 1] = counted
  end
  counter = counter + 1
  counted.value = string.format('%.0f', counter)
  doing[#doing + 1] = { does = 'zadd', key = keys.prioritized,
    score = string.format('%.0f', priority * 4294967296 + counter % 4294967296) }
end

local function event(doing, name, prev)
  local fields = { 'event', name, 'jobId', doing.id }
  if prev then
    fields[5], fields[6] = 'prev', prev
  end
  doing[#doing + 1] = { does = 'xadd', key = keys.events, fields = fields, most = not isStale and mostEvents or nil }
end

return operate(function(item)
  local taken = take(item)
  local key = item.keys.job
  if not taken or once[item.element] then
    return nil
  elseif redis.call('HSTRLEN', key, 'opts') + redis.call('HSTRLEN', key, 'failedReason') > largestJob then
    return nil, 'held'
  end
  local names = { 'opts', 'priority', 'parentKey', 'finishedOn', 'processedOn', 'failedReason', 'ats', 'atm',
    'attemptsMade', 'stc', 'stalledCounter', 'rjk', 'defa' }
  local job = {}
  for i, value in ipairs(redis.call('HMGET', key, unpack(names))) do
    job[names[i]] = value or nil
  end
  if not version or not job.opts or redis.call('EXISTS', item.keys.lock) == 1
    or not isStale and (job.parentKey or '') ~= '' then
    return nil, 'held'
  end
  local field = (not isModern or job.stalledCounter) and 'stalledCounter' or 'stc'
  local stalls = (tonumber(job[field] or '') or 0) + 1
  if isStale and stalls > mostStalls and not failsLater then
    return nil, 'held'
  end
  once[item.element] = true
  running = running - (isStale and 1 or 0)
  local doing = { taken, id = item.element }
  if not isWoken and not isPaused and running < mostRunning then
    doing[#doing + 1] = { does = 'zadd', key = keys.marker, value = '0', score = '0', loose = true,
      unless = { keys.target, keys.prioritized } }
  end
  for _, name in ipairs({ 'ats', 'atm', 'attemptsMade' }) do -- unchanged: a job that ran since is not put back
    if job[name] then
      doing[#doing + 1] = { does = 'hset', key = key, field = name, value = job[name], before = job[name] }
    end
  end
  local priority = tonumber(job.priority or '') or 0
  if isStale then
    doing[#doing + 1] = { does = 'hset', key = key, field = field, before = job[field],
      value = string.format('%.0f', stalls) }
    if stalls > mostStalls and not (job.rjk and redis.call('ZSCORE', keys['repeat'], job.rjk)) then
      doing[#doing + 1] = { does = 'hset', key = key, field = 'defa', before = job.defa,
        value = 'job stalled more than allowable limit' }
    end
    if redis.call('SISMEMBER', keys.stalled, item.element) == 1 then
      doing[#doing + 1] = { does = 'srem', key = keys.stalled, loose = true }
    end
    doing[#doing + 1] = { does = 'rpush', key = list }
  else
    for _, name in ipairs({ 'finishedOn', 'processedOn', 'failedReason' }) do
      if job[name] then
        doing[#doing + 1] = { does = 'hdel', key = key, field = name, before = job[name] }
      end
    end
    if hasPriorities and priority > 0 then
      if not isMarked and not isPaused then
        doing[#doing + 1] = { does = 'lpush', key = keys.target, value = '0:0', loose = true,
          unless = { keys.prioritized } }
        isMarked = true
      end
      prioritize(doing, priority)
    else
      isMarked = true
      doing[#doing + 1] = { does = isTrue(job.opts, 'lifo') and 'rpush' or 'lpush', key = list }
    end
  end
  event(doing, 'waiting', isStale and 'active' or 'failed')
  if isStale then
    event(doing, 'stalled')
  end
  doing.id = nil
  return doing
end)

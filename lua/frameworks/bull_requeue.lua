-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs of Bull back to waiting: failed ones (a sorted set) as Job.retry() does it, and active ones without a lock (a
-- list) as the sweep of its workers does it.
-- Promise: a job goes back only if it has a record and is not locked. Of the record only finishedOn, processedOn and
-- failedReason go and retriedOn is set, or one stall is counted. One that stalled before is left: it is over the limit
-- that workers have by default, and their sweep fails it.
--
-- KEYS  besides those of jobs.lua: target the list `wait`; paused, stalled, meta-paused; of each job: job its record,
--       lock
-- ARGV  further arguments: 1 name of the channel `waiting`; 2 that of `stalled`
-- Calls on source: TYPE ZSCORE ZREM ZADD LLEN LPOS LREM RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Calls on lpush: TYPE LLEN LPUSH RPUSH LPOS LREM
-- Calls on rpush: TYPE LLEN LPUSH RPUSH LPOS LREM
-- Calls on paused: TYPE LLEN LPUSH RPUSH LPOS LREM
-- Calls on stalled: TYPE SISMEMBER SREM SADD
-- Calls on meta-paused: EXISTS
-- Calls on job: TYPE HSTRLEN HMGET HGET HSET HDEL HEXISTS
-- Calls on lock: EXISTS
-- Cost  O(log n) a failed job; of an active one O(active)

local isStale = held == 'list'
local list = redis.call('EXISTS', keys['meta-paused']) == 1 and keys.paused or keys.target
local now = string.format('%.0f', clock())
local mostStalls = 1 -- maxStalledCount, which only a worker knows, by default
local once = {}

return operate(function(item)
  local taken = take(item)
  local key = item.keys.job
  if not taken or once[item.element] then
    return nil
  elseif redis.call('HSTRLEN', key, 'opts') + redis.call('HSTRLEN', key, 'failedReason') > largestJob then
    return nil, 'held'
  end
  local names = { 'opts', 'finishedOn', 'processedOn', 'failedReason', 'retriedOn', 'attemptsMade', 'stalledCounter' }
  local job = {}
  for i, value in ipairs(redis.call('HMGET', key, unpack(names))) do
    job[names[i]] = value or nil
  end
  if not job.opts or redis.call('EXISTS', item.keys.lock) == 1 then
    return nil, 'held'
  end
  local stalls = (tonumber(job.stalledCounter or '') or 0) + 1
  if isStale and stalls > mostStalls then
    return nil, 'held'
  end
  once[item.element] = true
  local doing = { taken }
  local function set(field, value)
    doing[#doing + 1] = { does = 'hset', key = key, field = field, value = value, before = job[field] }
  end
  if job.attemptsMade then
    set('attemptsMade', job.attemptsMade) -- unchanged: a job that ran since is not put back
  end
  if isStale then
    set('stalledCounter', string.format('%.0f', stalls))
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
    set('retriedOn', now)
    doing[#doing + 1] = { does = isTrue(job.opts, 'lifo') and 'rpush' or 'lpush', key = list }
  end
  doing[#doing + 1] = { does = 'publish', key = arguments[isStale and 2 or 1], value = item.element }
  return doing
end)

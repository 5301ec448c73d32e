-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs of a sorted set of Sidekiq (dead, retry, schedule) back to their queue, as its API does it.
-- Promise: a job is pushed only if its exact bytes were in the set. Of its JSON nothing changes but `enqueued_at`, in
-- the unit that the job has (seconds with a fraction, or since Sidekiq 8 milliseconds), `retry_count`, which is one
-- less so that a retry by hand does not use up one of the job's own, and `at`, which would schedule it again.
--
-- KEYS  besides those of jobs.lua: target the queue's list; registry the set of queues
-- ARGV  further arguments: 1 name of the queue; 2 "1" where retry_count counts
-- Calls on source: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on lpush: TYPE LLEN LPUSH LPOS LREM EXISTS
-- Calls on registry: TYPE SISMEMBER SADD SREM
-- Cost  O(log n) a job, and its bytes

local queue, counts = arguments[1], arguments[2] == '1'
local members = { 'enqueued_at', 'created_at', 'retry_count', 'at' }
local isRegistered = redis.call('SISMEMBER', keys.registry, queue) == 1
local time = redis.call('TIME')
local milliseconds = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local seconds = time[1] .. '.' .. string.format('%06d', time[2])
local firstMilliseconds = 1e11 -- as seconds the year 5138

return operate(function(item)
  local taken = take(item)
  local found = taken and membersOf(item.element, members)
  if not found then
    return nil, taken and 'held'
  end
  local own = found.enqueued_at or found.created_at
  local isLarge = own and (tonumber(own.text) or 0) >= firstMilliseconds
  local changes = { { 'enqueued_at', isLarge and milliseconds or seconds }, { 'at', false } }
  local retries = found.retry_count
  if counts and retries and not retries.quoted and (retries.text or ''):find('^%-?%d+$') and #retries.text < 10 then
    changes[3] = { 'retry_count', string.format('%d', tonumber(retries.text) - 1) }
  end
  local doing = { taken }
  if not isRegistered then
    isRegistered = true
    doing[2] = { does = 'sadd', key = keys.registry, value = queue, unless = keys.target }
  end
  doing[#doing + 1] = { does = 'lpush', key = keys.target, value = withMembers(item.element, found, changes) }
  return doing
end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs in a private list of a process of Sidekiq Pro that is gone back to their queue, as Pro itself does it.
-- Promise: a job is pushed only if its exact bytes were in the list, and only while the process has no hash: one that
-- works has sent its heartbeat there within the last minute. The bytes stay.
--
-- KEYS  besides those of jobs.lua: target the queue's list; registry the set of queues; process the process's hash
-- ARGV  further arguments: 1 name of the queue
-- Calls on source: LLEN LPOS LREM LPUSH RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Calls on rpush: TYPE LLEN RPUSH LPOS LREM EXISTS
-- Calls on registry: TYPE SISMEMBER SADD SREM
-- Calls on process: EXISTS
-- Cost  O(n) a job, from the old end of the list

local queue = arguments[1]
local isRegistered = redis.call('SISMEMBER', keys.registry, queue) == 1
local isAlive = redis.call('EXISTS', keys.process) == 1

return operate(function(item)
  local taken = take(item)
  if not taken or isAlive then
    return nil, taken and 'held'
  end
  local doing = { taken }
  if not isRegistered then
    doing[2] = { does = 'sadd', key = keys.registry, value = queue, unless = keys.target }
  end
  doing[#doing + 1] = { does = 'rpush', key = keys.target }
  return doing
end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Failed jobs of Resque back to their queue, out of the failures.
-- Promise: a job is pushed only if its failure was in the list, by its exact bytes; what is pushed are the very bytes
-- of its payload. Resque's own retry finds a failure by its place, which others shift meanwhile, and leaves it there.
--
-- KEYS  besides those of jobs.lua: target the queue's list; registry the set of queues
-- ARGV  further arguments: 1 name of the queue
-- Calls on source: LLEN LPOS LREM LPUSH RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Calls on rpush: TYPE LLEN RPUSH LPOS LREM EXISTS
-- Calls on registry: TYPE SISMEMBER SADD SREM
-- Cost  O(n) a job, from the old end of the list

local queue = arguments[1]
local isRegistered = redis.call('SISMEMBER', keys.registry, queue) == 1

return operate(function(item)
  local taken = take(item)
  local found = taken and membersOf(item.element, { 'payload' })
  local payload = found and found.payload and item.element:sub(found.payload.from, found.payload.to)
  if not payload or payload:sub(1, 1) ~= '{' then
    return nil, taken and 'held'
  end
  local doing = { taken }
  if not isRegistered then
    doing[2] = { does = 'sadd', key = keys.registry, value = queue, unless = keys.target }
  end
  doing[#doing + 1] = { does = 'rpush', key = keys.target, value = payload }
  return doing
end)

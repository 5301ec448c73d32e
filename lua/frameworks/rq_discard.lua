-- SPDX-License-Identifier: GPL-3.0-or-later
-- Failed jobs of RQ out of their registry, with their records, as RQ deletes them.
-- Promise: nothing that another job needs goes: one that others wait for, or that waits for others, is left. An id
-- whose record has expired is taken alone.
--
-- KEYS  besides those of jobs.lua: of each job its hash job, dependents and dependencies
-- ARGV  further arguments: 1 states the job may be in, with commas between
-- Calls on source: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on job: TYPE HMGET HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on dependents: EXISTS
-- Calls on dependencies: EXISTS
-- Cost  O(log n) a job, and the bytes of its record, 512 KiB at most

local states = ',' .. arguments[1] .. ','

return operate(function(item)
  local taken = take(item)
  local job = item.keys.job
  local was = taken and redis.call('HMGET', job, 'status', 'dependency_ids', 'dependency_id')
  local waits = was and ((was[2] or '') ~= '' and was[2] ~= '[]' or (was[3] or '') ~= '')
  if not was or waits or redis.call('EXISTS', item.keys.dependents) == 1
    or redis.call('EXISTS', item.keys.dependencies) == 1
    or was[1] and not states:find(',' .. was[1] .. ',', 1, true)
    or isTooLarge(job) then
    return nil, taken and 'held'
  end
  return { taken, drop(job) }
end)

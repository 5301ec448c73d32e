-- SPDX-License-Identifier: GPL-3.0-or-later
-- Failed jobs of RQ out of their registry, with their records and executions, as RQ deletes them.
-- Promise: nothing that another job needs goes: one that others wait for, or that waits for others, is left, as is one
-- with an execution that may still run. An id whose record has expired is taken alone.
--
-- KEYS  besides those of jobs.lua: execution0 … execution4 the records of the executions of the step's one job; of each
--       job its hash job, dependents, dependencies, and the set of its executions
-- ARGV  further arguments: 1 states the job may be in, with commas between; from 2 on the ids of its executions
-- Calls on source: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on job: TYPE HMGET HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on dependents: EXISTS
-- Calls on dependencies: EXISTS
-- Calls on executions: TYPE ZRANGE ZCOUNT ZSCORE DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on execution0: TYPE HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on execution1: TYPE HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on execution2: TYPE HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on execution3: TYPE HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Calls on execution4: TYPE HLEN HKEYS HSTRLEN DUMP UNLINK RESTORE PTTL EXISTS
-- Cost  O(log n) a job, and the bytes of its record, 512 KiB at most

local states, executions, records = ',' .. arguments[1] .. ',', { unpack(arguments, 2) }, {}
for i = 1, #executions do
  records[i] = keys['execution' .. i - 1]
end
local latest = redis.call('TIME')[1] + 60 -- RQ gives an execution a minute more than it keeps the job as started

-- Whether the job has other executions than those that were seen, or one that may still run.
local function isRunning(set)
  local found = redis.call('ZRANGE', set, 0, #executions)
  local isOther = #found ~= #executions
    or redis.call('ZCOUNT', set, '(' .. latest, '+inf') + redis.call('ZCOUNT', set, '-inf', '(0') > 0
  for _, execution in ipairs(executions) do
    isOther = isOther or not redis.call('ZSCORE', set, execution)
  end
  return isOther
end

return operate(function(item)
  local taken = take(item)
  local job = item.keys.job
  local was = taken and redis.call('HMGET', job, 'status', 'dependency_ids', 'dependency_id')
  local waits = was and ((was[2] or '') ~= '' and was[2] ~= '[]' or (was[3] or '') ~= '')
  if not was or waits or redis.call('EXISTS', item.keys.dependents) == 1
    or redis.call('EXISTS', item.keys.dependencies) == 1
    or was[1] and not states:find(',' .. was[1] .. ',', 1, true)
    or isRunning(item.keys.executions)
    or isTooLarge(job, unpack(records)) then
    return nil, taken and 'held'
  end
  local doing = { taken, drop(job) }
  for _, key in ipairs(#executions > 0 and { item.keys.executions, unpack(records) } or {}) do
    doing[#doing + 1] = drop(key)
  end
  return doing
end)

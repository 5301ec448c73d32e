-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes tasks of asynq that are archived or wait for their time, with their hash, as its inspector deletes them.
-- Promise: a task that is active, too large to be kept for undo, or in another state than its set says is left. The
-- lock of a unique task goes only if it is the task's own.
--
-- KEYS  besides those of jobs.lua: of each task: task its hash. The lock of a unique task is not among them: its name,
--       of the same queue and slot, is in the hash
-- ARGV  further arguments: 1 the state of the tasks; 2 what the names of locks begin with
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on task: TYPE HMGET HLEN HKEYS HSTRLEN DUMP PTTL UNLINK EXISTS RESTORE
-- Cost  O(log n) a task, and its bytes

local state, locks = arguments[1], arguments[2]

return operate(function(item)
  local taken = take(item)
  if not taken then
    return nil
  end
  local key = item.keys.task
  local task = redis.call('HMGET', key, 'state', 'unique_key')
  if task[1] ~= state or isTooLarge(key) then
    return nil, 'held'
  end
  local doing = { taken, drop(key) }
  local lock = task[2] or ''
  if lock:sub(1, #locks) == locks and redis.call('TYPE', lock).ok == 'string'
    and redis.call('GET', lock) == item.element then
    doing[#doing + 1] = drop(lock)
    doing[#doing].loose = true
  end
  return doing
end)

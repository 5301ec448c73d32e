-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tasks of asynq that are archived or wait for their time to pending, as its inspector runs them.
-- Promise: a task goes only if it is in its set and its hash says the same. Its message keeps its bytes;
-- `pending_since` is set, so that its age is known.
--
-- KEYS  besides those of jobs.lua: target the list of pending tasks; of each task: task its hash
-- ARGV  further arguments: 1 the state of the tasks
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on lpush: TYPE LLEN LPUSH LPOS LREM
-- Calls on task: TYPE HMGET HGET HSET HDEL
-- Cost  O(log n) a task

local time = redis.call('TIME')
local nanoseconds = time[1] .. string.format('%06d', time[2]) .. '000'

return operate(function(item)
  local taken = take(item)
  if not taken then
    return nil
  end
  local key = item.keys.task
  local task = redis.call('HMGET', key, 'state', 'pending_since')
  if task[1] ~= arguments[1] then
    return nil, 'held'
  end
  return { taken,
    { does = 'hset', key = key, field = 'state', value = 'pending', before = task[1] },
    { does = 'hset', key = key, field = 'pending_since', value = nanoseconds, before = task[2] or nil },
    { does = 'lpush', key = keys.target } }
end)

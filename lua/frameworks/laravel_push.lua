-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs of Laravel that are overdue in "reserved", or wait in "delayed", onto their queue, as Laravel migrates them.
-- Promise: a job is pushed only if its exact bytes were in the set, and of "reserved" only once its time has passed:
-- until then a worker has it. Its attempts are counted already. A note in "notify" wakes a worker that waits.
--
-- KEYS  besides those of jobs.lua: target the queue's list; notify
-- ARGV  further arguments: 1 "1" where only what is overdue may be taken
-- Calls on source: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on rpush: TYPE LLEN RPUSH LPOS LREM
-- Calls on notify: TYPE LLEN RPUSH LPOS LREM
-- Cost  O(log n) a job

local time = redis.call('TIME')
local isOverdueOnly, now = arguments[1] == '1', tonumber(time[1])

return operate(function(item)
  local taken = take(item)
  if taken and isOverdueOnly and tonumber(taken.score) > now then
    return nil, 'held'
  end
  return taken and { taken, { does = 'rpush', key = keys.target },
    { does = 'rpush', key = keys.notify, value = '1', loose = true } }
end)

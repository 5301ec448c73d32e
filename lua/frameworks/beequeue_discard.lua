-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes failed jobs of Bee-Queue with their records, as Job.remove() does it.
-- Promise: only a job that is in the set of failed ones; its exact bytes are kept for undo.
--
-- KEYS  besides those of jobs.lua: jobs the hash of all records
-- Calls on source: TYPE SISMEMBER SREM SADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on jobs: TYPE HMGET HSET HDEL HEXISTS
-- Cost  O(1) a job, and the bytes of its record

local once = {}

return operate(function(item)
  local taken = take(item)
  if not taken or once[item.element] then
    return nil
  end
  once[item.element] = true
  local record = redis.call('HMGET', keys.jobs, item.element)[1]
  return { taken, record and { does = 'hdel', key = keys.jobs, field = item.element, before = record } or nil }
end)

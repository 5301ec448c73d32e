-- SPDX-License-Identifier: GPL-3.0-or-later
-- Active tasks of asynq whose lease has expired to the set of those to be retried, due now, as its recoverer puts them
-- there; those that have used up their retries are archived.
-- Promise: a task goes only if its lease has expired as it was shown and it is active. Of its message the fields
-- retried, error_msg and last_failed_at change as the recoverer changes them; every other byte stays. What the
-- statistics count of failures is left to asynq.
--
-- KEYS  besides those of jobs.lua: target the set `retry`; active, archived; of each task: task its hash
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on zadd: TYPE ZADD ZSCORE ZREM
-- Calls on archived: TYPE ZADD ZSCORE ZREM
-- Calls on active: TYPE LLEN LPOS LINDEX LREM LPUSH LINSERT
-- Calls on task: TYPE HSTRLEN HMGET HGET HSET HDEL
-- Cost  O(active) a task, and the bytes of its message

local errorText = 'asynq: task lease expired'
local now = redis.call('TIME')[1]

-- A number of protobuf and where it ends; nil where the bytes end before.
local function varint(text, at)
  local value, scale = 0, 1
  for i = at, math.min(at + 9, #text) do
    local digit = byte(text, i)
    value = value + (digit % 128) * scale
    if digit < 128 then
      return value, i + 1
    end
    scale = scale * 128
  end
end

local function written(value)
  local bytes = {}
  repeat
    local digit = value % 128
    value = math.floor(value / 128)
    bytes[#bytes + 1] = string.char(value > 0 and digit + 128 or digit)
  until value == 0
  return table.concat(bytes)
end

-- The message as it is when a try has failed, and whether that was the last; nil where it cannot be read.
local mostFields = 2000 -- it has some ten, and one for each header
local function failed(message)
  local kept, numbers, at, fields = {}, {}, 1, 0
  while at <= #message do
    local from = at
    fields = fields + 1
    if fields > mostFields then
      return nil
    end
    local tag, value, size
    tag, at = varint(message, at)
    local wire = tag and tag % 8
    local field = tag and math.floor(tag / 8)
    if wire == 0 then
      value, at = varint(message, at)
      size = value and 0
    elseif wire == 2 then
      size, at = varint(message, at)
    else
      size = wire == 1 and 8 or wire == 5 and 4 or nil
    end
    if not size or at + size - 1 > #message then
      return nil
    end
    at = at + size
    numbers[field] = value
    if field ~= 6 and field ~= 7 and field ~= 11 then -- retried, error_msg, last_failed_at
      kept[#kept + 1] = message:sub(from, at - 1)
    end
  end
  local most, retried = numbers[5] or 0, numbers[6] or 0
  local isLast = retried >= most
  retried = isLast and retried or retried + 1
  return table.concat(kept) .. (retried > 0 and written(48) .. written(retried) or '')
    .. written(58) .. written(#errorText) .. errorText .. written(88) .. written(tonumber(now)), isLast
end

return operate(function(item)
  local taken = take(item)
  if not taken then
    return nil
  end
  local key = item.keys.task
  local isSmall = spend(redis.call('HSTRLEN', key, 'msg')) <= largestJob
  local task = isSmall and redis.call('HMGET', key, 'state', 'msg')
  local isLate = tonumber(taken.score) < tonumber(now)
  local message, isLast = nil, nil
  if isLate and task and task[1] == 'active' and task[2] and placeOf(keys.active, item.element, true) then
    message, isLast = failed(task[2])
  end
  if not message then
    return nil, 'held'
  end
  return { taken,
    { does = 'lcut', key = keys.active },
    { does = 'hset', key = key, field = 'msg', value = message, before = task[2] },
    { does = 'hset', key = key, field = 'state', value = isLast and 'archived' or 'retry', before = 'active' },
    { does = 'zadd', key = isLast and keys.archived or keys.target, score = now } }
end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Failed jobs of RQ, started ones whose worker has stopped its heartbeat, or scheduled ones onto their queue, as RQ
-- requeues them.
-- Promise: a job is pushed only if its id was in the registry, and of started ones only once its time has passed, and
-- that of each of its executions; and if its hash says that it is of this queue, and in such a state. The hash no
-- longer expires, unless the job itself has a time to live: RQ would leave it the one that failed jobs have. Its data
-- stays as it is.
--
-- KEYS  besides those of jobs.lua: target the queue's list; registry the set of queues; of each job its hash job; of a
--       started one the set of its executions; of one of RQ 2 the execution, and whole, the hash that the whole entry
--       would have if it were the id of a job of RQ 1
-- ARGV  further arguments: 1 name of the queue; 2 member of the registry; 3 states the job may be in, with commas
--       between; 4 "1" where only what is overdue may be taken; 5 the text of an error, packed, that stands for none
-- Calls on source: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on rpush: TYPE LLEN RPUSH LPOS LREM EXISTS
-- Calls on registry: TYPE SISMEMBER SADD SREM
-- Calls on job: TYPE HSTRLEN HMGET HGET HEXISTS HSET HDEL PTTL PERSIST PEXPIREAT
-- Calls on executions: TYPE ZSCORE ZREM ZADD ZRANGE
-- Calls on whole: EXISTS
-- Calls on execution: TYPE DUMP UNLINK RESTORE PTTL EXISTS
-- Cost  O(log n) a job, and for each of its executions, 100 at most

local queue, member, states, isOverdueOnly, noError = unpack(arguments)
local isRegistered = redis.call('SISMEMBER', keys.registry, member) == 1
local time = redis.call('TIME')
local now = tonumber(time[1])

-- Time as RQ writes it: converts days since 1970 to a date of the Gregorian calendar.
local function isoTime()
  local days, seconds = math.floor(now / 86400), now % 86400
  local z = days + 719468
  local era = math.floor(z / 146097)
  local ofEra = z - era * 146097
  local leaps = math.floor(ofEra / 1460) - math.floor(ofEra / 36524) + math.floor(ofEra / 146096)
  local years = math.floor((ofEra - leaps) / 365)
  local ofYear = ofEra - (365 * years + math.floor(years / 4) - math.floor(years / 100))
  local shifted = math.floor((5 * ofYear + 2) / 153)
  local day = ofYear - math.floor((153 * shifted + 2) / 5) + 1
  local month = shifted < 10 and shifted + 3 or shifted - 9
  return string.format('%04d-%02d-%02dT%02d:%02d:%02d.%06dZ', years + era * 400 + (month <= 2 and 1 or 0), month, day,
    math.floor(seconds / 3600), math.floor(seconds % 3600 / 60), seconds % 60, tonumber(time[2]))
end
local enqueued = isoTime()
local once = {}

-- RQ takes a started job for alive until its score, and for ever with one below 0.
local function isAlive(score)
  return tonumber(score) > now or tonumber(score) < 0
end

local function id(item)
  return item.keys.execution and item.element:match('^(.*):[^:]*$') or item.element
end

-- Whether the job has an execution that may still run: by the registry, where it is no more by their own set, in which
-- RQ gives it 60 seconds more.
local mostExecutions, longer = 100, 60
local function isRunning(item)
  local executions = item.keys.executions
  if not executions then
    return false
  end
  local found = redis.call('ZRANGE', executions, 0, mostExecutions, 'WITHSCORES')
  local plain = redis.call('ZSCORE', source, id(item))
  local isFound = #found > 2 * mostExecutions or plain and isAlive(plain)
  for i = 1, isFound and 0 or #found, 2 do
    local score = redis.call('ZSCORE', source, id(item) .. ':' .. found[i])
    isFound = isFound or isAlive(score or tonumber(found[i + 1]) - longer)
  end
  return isFound
end

return operate(function(item)
  local taken = take(item)
  local job = item.keys.job
  if once[job] then -- another execution of a job that is pushed already
    return nil, 'held'
  elseif item.keys.whole and redis.call('EXISTS', item.keys.whole) == 1
    or redis.call('HSTRLEN', job, 'exc_info') > largestJob then
    return nil, 'held'
  end
  local names = { 'status', 'origin', 'enqueued_at', 'started_at', 'ended_at', 'exc_info', 'ttl', 'worker_name' }
  local was = taken and redis.call('HMGET', job, unpack(names))
  if not was or isOverdueOnly == '1' and (isAlive(taken.score) or isRunning(item)) or was[2] ~= queue
    or not (was[1] and (',' .. states .. ','):find(',' .. was[1] .. ',', 1, true)) then
    return nil, taken and 'held'
  end
  once[job] = true
  local doing = { taken }
  local sets = { 'queued', nil, enqueued, '', '', noError }
  for i = 1, 6 do
    local isMeant = sets[i] and (i ~= 6 or was[6]) -- no error where there was none
    if isMeant and sets[i] ~= was[i] then
      doing[#doing + 1] = { does = 'hset', key = job, field = names[i], value = sets[i], before = was[i] or nil }
    end
  end
  local expires, lives = expiring(job), tonumber(was[7] or '')
  if lives and lives > 0 then
    local at = string.format('%.0f', (now + lives) * 1000)
    doing[#doing + 1] = { does = 'expire', key = job, at = at, before = expires }
  elseif expires then
    doing[#doing + 1] = { does = 'persist', key = job, at = expires }
  end
  if item.keys.execution then
    local name = item.element:match('[^:]*$')
    local score = redis.call('ZSCORE', item.keys.executions, name)
    if score then
      doing[#doing + 1] = { does = 'zrem', key = item.keys.executions, value = name, score = score,
        at = expiring(item.keys.executions) }
    end
    doing[#doing + 1] = drop(item.keys.execution)
  end
  if not isRegistered then
    doing[#doing + 1] = { does = 'sadd', key = keys.registry, value = member, unless = keys.target }
  end
  doing[#doing + 1] = { does = 'rpush', key = keys.target, value = id(item) }
  return doing
end)

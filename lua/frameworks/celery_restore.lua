-- SPDX-License-Identifier: GPL-3.0-or-later
-- Messages of Celery that were not acknowledged within the visibility timeout back to their queue, as kombu restores
-- them, but to the list of their priority.
-- Promise: a message goes back only if it was received before the bound, if its task is not one that waits in a worker
-- for its ETA, and if it belongs to the queue it is put on. Of its JSON only `redelivered` becomes true in `headers`
-- and in `delivery_info`, which are made where they are missing; every other byte stays.
--
-- KEYS  besides those of jobs.lua: target the list it is put on; unacked the hash of messages; tier0 … tier3 the lists
--       of the queue: a list that is made anew expires as they do
-- ARGV  further arguments: 1 latest time of receipt, s; 2 exchange; 3 routing key; 4 priorities from and 5 below which
--       the list is for
-- Calls on source: TYPE ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on rpush: TYPE LLEN RPUSH LPOS LREM PTTL EXISTS PEXPIREAT PERSIST
-- Calls on unacked: TYPE HMGET HSTRLEN HDEL HEXISTS HSET
-- Calls on tier0: PTTL
-- Calls on tier1: PTTL
-- Calls on tier2: PTTL
-- Calls on tier3: PTTL
-- Cost  O(log n) a message, and its bytes

local bound, exchange, routingKey = tonumber(arguments[1]), arguments[2], arguments[3]
local priorityFrom, priorityBelow = tonumber(arguments[4]), tonumber(arguments[5])
local now = clock() / 1000

-- Unix seconds of an ISO 8601 date; nil if the text is not one.
local function timeOf(text)
  local year, month, day, hour, minute, second, rest =
    text:match('^(%d%d%d%d)%-(%d%d)%-(%d%d)[T ](%d%d):(%d%d):(%d%d)(.*)$')
  if not year then
    return nil
  end
  local sign, hours, minutes = rest:match('([+-])(%d%d):?(%d%d)$')
  local y, m = tonumber(year), tonumber(month)
  y, m = m <= 2 and y - 1 or y, m <= 2 and m + 9 or m - 3
  local days = 365 * y + math.floor(y / 4) - math.floor(y / 100) + math.floor(y / 400)
    + math.floor((153 * m + 2) / 5) + day - 1 - 719468
  local offset = sign and (hours * 3600 + minutes * 60) * (sign == '-' and -1 or 1) or 0
  return days * 86400 + hour * 3600 + minute * 60 + second - offset
end

local function decoded(text)
  local known, value = pcall(cjson.decode, text)
  return known and type(value) == 'table' and value or nil
end

-- A member that is an object, as text; else nil.
local function objectOf(json, found)
  local text = found and json:sub(found.from, found.to) or ''
  return text:find('^%s*{') and text or nil
end

-- The JSON with `redelivered` set to true in the object at `path`, which is made where nothing is there; unchanged if
-- something else is.
local function redelivered(json, path, from)
  local name = path[from]
  local found = membersOf(json, { name or 'redelivered' })
  if found and not name then
    return withMembers(json, found, { { 'redelivered', 'true' } })
  end
  local object = found and (found[name] and objectOf(json, found[name]) or not found[name] and '{}')
  return object and withMembers(json, found, { { name, redelivered(object, path, from + 1) } }) or json
end

-- The list may get an expiry that the others of the queue have; kombu sets it with each message that it puts there.
local isNew = redis.call('EXISTS', keys.target) == 0
local expiry
for i = 0, isNew and 3 or -1 do
  local at = keys['tier' .. i] and expiryOf(keys['tier' .. i]) or -1
  expiry = at >= 0 and (not expiry or at > expiry) and at or expiry
end

return operate(function(item)
  local taken = take(item)
  if not taken then
    return nil
  elseif tonumber(taken.score) > bound or spend(redis.call('HSTRLEN', keys.unacked, item.element)) > largestJob then
    return nil, 'held'
  end
  local entry = redis.call('HMGET', keys.unacked, item.element)[1]
  local whole = entry and decoded(entry)
  local json = whole and entry:match('^%s*%[(.*),%s*"[^"]*"%s*,%s*"[^"]*"%s*%]%s*$')
  local message = json and whole[1]
  if type(message) ~= 'table' or whole[2] ~= exchange or whole[3] ~= routingKey then
    return nil, 'held'
  end
  local headers = type(message.headers) == 'table' and message.headers or {}
  local properties = type(message.properties) == 'table' and message.properties or {}
  local priority = tonumber(properties.priority) or 0
  local eta = headers.eta
  eta = eta and eta ~= cjson.null and (timeOf(tostring(eta)) or math.huge) or nil
  if eta and eta >= now or priority < priorityFrom or priority >= priorityBelow then
    return nil, 'held'
  end
  json = redelivered(redelivered(json, { 'headers' }, 1), { 'properties', 'delivery_info' }, 1)
  local doing = { taken, { does = 'hdel', key = keys.unacked, field = item.element, before = entry },
    { does = 'rpush', key = keys.target, value = json } }
  if expiry then
    doing[#doing + 1] = { does = 'expire', key = keys.target, at = timeText(expiry), loose = true }
    expiry = nil
  end
  return doing
end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Common beginning of every script of an operation; the two are joined before they are sent.
-- Promise: a batch happens once. Its escrow is also its mark: while it exists, the batch has run, and asking again
-- gives the same answer. A request that arrives after its deadline, when the caller has given it up, does nothing.
--
-- KEYS  1 escrow of this batch: plimsoll:escrow:{…}:<operation>:<batch>, in the slot of the collection
-- ARGV  1 expiry of the escrow in ms; 2 server time in Unix ms after which the request is void

-- "Calls on" lines list the commands a script calls on each kind of key; permissions.cpp checks them beforehand.
-- Calls on escrow: LLEN LRANGE TIME RPUSH PEXPIRE
-- Calls on source: TYPE
-- luacheck: ignore 211 431

-- Replaces redis.call: the error names a command that this user may not run or that does not exist: Redis 7 does not.
local server = redis
local redis = setmetatable({
  call = function(...)
    local reply = server.pcall(...)
    if type(reply) ~= 'table' or not reply.err then
      return reply
    end
    local known, allowed = pcall(server.acl_check_cmd, ...)
    if server.acl_check_cmd and not (known and allowed) then
      local command, key = ...
      error('NOPERM ' .. command .. ' on ' .. (key or 'it') .. ' is not permitted')
    end
    return server.call(...) -- fails again, with the error as the server words it
  end
}, { __index = server })

-- A larger answer (bytes) is read from the escrow in pages: the script then returns the number of strings held.
local largestAnswer = 4 * 1024 * 1024
local function tooLarge(strings)
  return redis.status_reply('PLIMSOLLHELD ' .. strings)
end
local held = redis.call('LLEN', KEYS[1])
if held > 0 then
  local strings, bytes = {}, 0
  for i = 0, held - 1, 4 do
    for _, string in ipairs(redis.call('LRANGE', KEYS[1], i, i + 3)) do
      strings[#strings + 1] = string
      bytes = bytes + #string
    end
    if bytes > largestAnswer then
      return tooLarge(held)
    end
  end
  return strings
end
do
  local now = redis.call('TIME')
  if now[1] * 1000 + now[2] / 1000 > tonumber(ARGV[2]) then
    return redis.error_reply('PLIMSOLLLATE the request came after its deadline')
  end
end

-- unpack() is bounded by Lua's stack (8,000); 4,000 is a multiple of 2 and 4, so pairs and fours are never split.
local function inChunks(command, key, values)
  for i = 1, #values, 4000 do
    redis.call(command, key, unpack(values, i, math.min(i + 3999, #values)))
  end
end

-- A failed command in the middle of a script is not rolled back. So everything that can fail comes before the first
-- write: all that is read, and the questions whether each command that follows a write may be called and will be taken.
local function holdsOther(key, wanted)
  local type = redis.call('TYPE', key).ok
  return type ~= 'none' and type ~= wanted and redis.error_reply('WRONGTYPE ' .. key .. ' is no ' .. wanted)
end
local function forbidsOne(commands)
  for _, command in ipairs(redis.acl_check_cmd and commands or {}) do
    local known, allowed = pcall(redis.acl_check_cmd, unpack(command)) -- one that was renamed is not known
    if not (known and allowed) then
      return redis.error_reply('NOPERM ' .. command[1] .. ' on ' .. command[2] .. ' is not permitted')
    end
  end
end
local function forbids(...)
  return forbidsOne({ { 'RPUSH', KEYS[1], 'x' }, { 'PEXPIRE', KEYS[1], '1' }, { 'UNLINK', KEYS[1] }, ... })
end

local function badScore(text)
  local number = not text:find('%s') and tonumber(text)
  return not (number and number == number) and redis.error_reply('PLIMSOLLSCORE ' .. text .. ' is no score')
end

-- Unix ms.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A pending entry of a group as XPENDING tells it, { id, consumer, idle, deliveries }, and as `at` when it was
-- delivered last, Unix ms; nil where it is not pending, or there is no such group. A server that stands still between
-- two looks at its clock must not make an entry look moved: up to Redis 7.0 the idle time is of the moment at which it
-- is asked, and is taken when the clock says the same before and after; from 7.2 on it is of when the script began.
local isClockHeld = (server.REDIS_VERSION_NUM or 0) >= 0x70200
local began = isClockHeld and clock()
local function pendingEntry(key, group, id)
  local from, found
  repeat
    from = began or clock()
    found = server.pcall('XPENDING', key, group, id, id, 1)
  until began or clock() == from
  local entry = not found.err and found[1] or nil
  if entry then
    entry.at = from - entry[3]
  end
  return entry
end

-- When a key expires, Unix ms; -1 never, -2 where there is no key. Redis 6.2 says only how long is left: between two
-- looks at the clock that are the same, that is exact.
local function expiryOf(key)
  local at = redis.pcall('PEXPIRETIME', key)
  local now
  while type(at) == 'table' or now do
    local time = redis.call('TIME')
    local again = time[1] * 1000 + math.floor(time[2] / 1000)
    if now == again then
      return at
    end
    local left = redis.call('PTTL', key)
    if left < 0 then
      return left
    end
    now, at = again, again + left
  end
  return at
end

-- Lua's numbers are exact up to 2^53, which is the year 287396 in ms. Later times may be off by up to 512 ms; the last
-- one, 2^63 - 1, comes out unchanged, because its rounded value 2^63 is written as that.
local lastTime = '9223372036854775807'
local function timeText(at)
  return at < 2 ^ 63 and string.format('%.0f', at) or lastTime
end
-- The time as PEXPIREAT takes it; nil if it has passed or comes within `margin` ms, which would delete the key.
local function timeAhead(text, margin)
  local now, at = redis.call('TIME'), tonumber(text)
  if at and at > now[1] * 1000 + now[2] / 1000 + (margin or 0) then
    return at < 2 ^ 63 and text or lastTime
  end
end

-- For an undo: the expiry that a key had ("": none). One that has passed, or comes before the user could see the
-- restored elements, is not set: the server would delete the key. The key must not keep it either if earlier batches
-- have set it. Returns the command that sets or removes it; nil: nothing to do.
local soon = 10000 -- ms; as soonExpiring in undoparts.h
local function expiryBack(key, text)
  local at = timeAhead(text, soon)
  if at then
    return redis.call('EXISTS', key) == 0 and { 'PEXPIREAT', key, at } or nil
  end
  return text ~= '' and expiryOf(key) == tonumber(text) and { 'PERSIST', key } or nil
end

-- Identifies a large element by its ends: SHA-1 takes 3 ns a byte.
local function outline(element)
  return #element <= 1024 and element or element:sub(1, 512) .. element:sub(-512)
end

-- Appends one record to the escrow's content.
local function note(log, ...)
  for _, value in ipairs({ ... }) do
    log[#log + 1] = value
  end
end

-- Stores what the batch did as the content of its escrow.
local function keep(log)
  inChunks('RPUSH', KEYS[1], log)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end

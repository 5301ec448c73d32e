-- SPDX-License-Identifier: GPL-3.0-or-later
-- Moves frozen elements of one collection key to another place, or out of the collection into the escrow alone.
-- Promise: nothing is lost. Only an element that is still as it was shown is touched; all of a batch happens or none.
--
-- KEYS  1 escrow of this batch; 2 source; 3 target, 4 dead letters and 5 guard where the parameters name them;
--       then one job record for each item where `records` is true
-- ARGV  1, 2 see prelude.lua; 3 parameters as JSON, then four values an item: element, its score as shown
--       ("" for any), attempts to set, score to give it ("" for that of the target, else the one shown)
--       parameters: source   "list" | "set" | "zset"
--                   take     for a list: "left" | "right": the items lie in the first `window` elements of that end;
--                            absent: each is looked for on its own (LREM), nearest to `near` ("left" | "right")
--                   rotate   with take: elements of the window that stay go to the other end, for sparse selections
--                   target   null | { kind: "lpush" | "rpush" | "sadd" | "zadd", score: "…" | null }
--                   dead     null | the same: where items go whose attempts are used up
--                   attempts "keep" | "incr" | "set"
--                   fields   names the attempts may have, the first is written when none is there
--                   maxFields, max   names of the job's own maximum; the collection's (null: none)
--                   records  whether job records follow in KEYS
--                   guard    whether there is one: a sorted set in which an item of a set needs the score shown
--                   expireAt Unix ms, given to a target that did not exist ("" or absent: none)
-- Returns what the escrow holds: a header "1 <moved> <deadLettered> <removed> <skipped> <stayed> <expiry before, Unix
--       ms, or -1>", then
--       four values an item that was touched: outcome (m, d, r), element, score before ("" for none), attempts before
--       ("" for none). An element that its target (a set or sorted set) holds already is not touched: two would become
--       one.
--       Run again for the same batch it changes nothing and returns the same.
-- Cost  O(items · log n) for sets and sorted sets, O(window) for take, O(items · depth) for LREM.

local source = KEYS[2]
local p = cjson.decode(ARGV[3])
local null = cjson.null
local nextKey = 3
local function place(spec)
  if not spec or spec == null then
    return nil
  end
  local key = KEYS[nextKey]
  nextKey = nextKey + 1
  return { key = key, kind = spec.kind, score = spec.score ~= null and spec.score or nil, values = {} }
end
local target, dead = place(p.target), place(p.dead)
local guard = p.guard and KEYS[nextKey]
nextKey = nextKey + (guard and 1 or 0)
local firstRecord = nextKey

local holds = { lpush = 'list', rpush = 'list', sadd = 'set', zadd = 'zset' }
local takes = { list = 'LREM', set = 'SREM', zset = 'ZREM' }
local commands = { { takes[p.source], source, p.source == 'list' and '1' or 'x', 'x' } }
if p.take then
  commands[2] = { 'LTRIM', source, '0', '1' }
  commands[3] = { p.take == 'left' and 'LPUSH' or 'RPUSH', source, 'x' }
  commands[4] = { p.take == 'left' and 'RPUSH' or 'LPUSH', source, 'x' }
end
local wrong = holdsOther(source, p.source) or guard and holdsOther(guard, 'zset')
for _, to in pairs({ target, dead }) do
  wrong = wrong or holdsOther(to.key, holds[to.kind])
    or to.key == source and redis.error_reply('PLIMSOLLSAME ' .. source .. ' is source and target in one')
  commands[#commands + 1] = { to.kind, to.key, to.kind == 'zadd' and '1' or 'x', 'x' }
end
local sampleRecord = p.attempts ~= 'keep' and KEYS[firstRecord]
if sampleRecord then
  for _, command in ipairs({ { 'HMGET', sampleRecord, 'x' }, { 'HSET', sampleRecord, 'x', 'x' },
    { 'HDEL', sampleRecord, 'x' }, { 'GETRANGE', sampleRecord, '0', '0' }, { 'SET', sampleRecord, 'x' } }) do
    commands[#commands + 1] = command
  end
end
local expireAt = p.expireAt ~= null and p.expireAt ~= '' and p.expireAt or nil
if expireAt and target then
  commands[#commands + 1] = { 'PEXPIREAT', target.key, expireAt }
end
wrong = wrong or forbids(unpack(commands))
if wrong then
  return wrong
end
local expires = expiryOf(source)
local isNew = expireAt and target and redis.call('EXISTS', target.key) == 0

local items, byElement = {}, {}
for i = 4, #ARGV, 4 do
  local item = { element = ARGV[i], expected = ARGV[i + 1], set = ARGV[i + 2], give = ARGV[i + 3] }
  item.record = p.records and KEYS[firstRecord + #items] or nil
  items[#items + 1] = item
end

-- Where each item goes. One that is there already stays where it is, and so does its equal in this batch.
local promised = {}
local function isTaken(to, element)
  if to.kind == 'lpush' or to.kind == 'rpush' then
    return false
  end
  promised[to] = promised[to] or {}
  local there = promised[to][element]
  if to.kind == 'zadd' then
    there = there or redis.call('ZSCORE', to.key, element)
  else
    there = there or redis.call('SISMEMBER', to.key, element) == 1
  end
  promised[to][element] = true
  return there
end
for _, item in ipairs(items) do
  item.to, item.outcome = target, target and 'm' or 'r'
  local record = item.record and p.attempts ~= 'keep' and readRecord(item.record, p)
  if record then
    item.held = record
    if p.attempts == 'incr' and dead and isUsedUp(record, p.max ~= null and p.max or nil) then
      item.to, item.outcome = dead, 'd'
    end
  end
  item.blocked = item.to and isTaken(item.to, item.element)
  if not item.blocked then
    local same = byElement[item.element]
    if not same then
      same = {}
      byElement[item.element] = same
    end
    same[#same + 1] = item
  end
end

-- Which items are there, still as shown? Nothing is changed yet, except by LREM, which finds and takes in one.
local stay = {}
local windowSize = 0
if p.source == 'list' and not p.take then
  needsMemory()
end
if p.source == 'zset' then
  local members = {}
  for i, item in ipairs(items) do
    members[i] = item.element
  end
  local scores = redis.call('ZMSCORE', source, unpack(members))
  for i, item in ipairs(items) do
    local score = scores[i]
    item.score = score or ''
    item.found = score and (item.expected == '' or score == item.expected or tonumber(score) == tonumber(item.expected))
  end
elseif p.source == 'set' then
  local members = {}
  for i, item in ipairs(items) do
    members[i] = item.element
  end
  local present = redis.call('SMISMEMBER', source, unpack(members))
  local scores = guard and redis.call('ZMSCORE', guard, unpack(members))
  for i, item in ipairs(items) do
    item.found = present[i] == 1
      and (not guard or scores[i] and tonumber(scores[i]) == tonumber(item.expected))
  end
elseif p.take then
  local window = p.take == 'left' and redis.call('LRANGE', source, 0, p.window - 1)
    or redis.call('LRANGE', source, -p.window, -1)
  windowSize = #window
  local from, to, step = 1, #window, 1
  if p.take == 'right' then
    from, to, step = #window, 1, -1
  end
  for i = from, to, step do
    local same = byElement[window[i]]
    local item = same and table.remove(same, 1)
    if item then
      item.found = true
    else
      stay[#stay + 1] = window[i] -- outermost first
    end
  end
end

local log, counts = { '' }, { m = 0, d = 0, r = 0, s = 0 }
local sourceTaken, written = {}, {}

for _, item in ipairs(items) do
  local found = item.found and not item.blocked
  if p.source == 'list' and not p.take and not item.blocked then
    found = redis.call('LREM', source, p.near == 'right' and -1 or 1, item.element) == 1
  end
  if not found then
    counts.s = counts.s + 1
  else
    local to, outcome, before = item.to, item.outcome, ''
    local record = item.held
    if record then
      if written[record.key] then
        record = readRecord(record.key, p) -- an equal element of this batch has changed it
      end
      written[record.key] = true
      before = countAttempts(record, outcome == 'd' and 'keep' or p.attempts, item.set)
    end
    if to then
      if to.kind == 'zadd' then
        to.values[#to.values + 1] = item.give ~= '' and item.give or to.score or item.score or item.expected
      end
      to.values[#to.values + 1] = item.element
    end
    sourceTaken[#sourceTaken + 1] = item.element
    counts[outcome] = counts[outcome] + 1
    local n = #log
    log[n + 1], log[n + 2], log[n + 3], log[n + 4] = outcome, item.element, item.score or '', before
  end
end
log[1] = string.format('1 %d %d %d %d %d %.0f', counts.m, counts.d, counts.r, counts.s, #stay, expires)

-- Add first, take last.
keep(log)
for _, to in pairs({ target, dead }) do
  inChunks(to.kind, to.key, to.values)
end
if isNew and #target.values > 0 then
  redis.call('PEXPIREAT', target.key, expireAt)
end
if p.source == 'zset' then
  inChunks('ZREM', source, sourceTaken)
elseif p.source == 'set' then
  inChunks('SREM', source, sourceTaken)
elseif p.take and #sourceTaken > 0 or p.rotate then
  if p.take == 'left' then
    redis.call('LTRIM', source, windowSize, -1)
  else
    redis.call('LTRIM', source, 0, -windowSize - 1)
  end
  local back = {}
  if p.rotate then
    back = stay
  else
    for i = #stay, 1, -1 do
      back[#back + 1] = stay[i]
    end
  end
  local atLeft = (p.take == 'left') ~= (p.rotate == true)
  inChunks(atLeft and 'LPUSH' or 'RPUSH', source, back)
end
return log

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Common part of move.lua (sets, sorted sets) and take.lua (lists): joined between records.lua and the script.
-- Promise: nothing is lost, and a batch happens as a whole or not at all. The escrow is written first, then the target;
-- items leave the source last.
--
-- KEYS  1 escrow of this batch; 2 source; 3 target, 4 dead letters and 5 guard where the parameters name them; then one
--       job record for each item if `records` is true
-- ARGV  1, 2 see prelude.lua; 3 parameters as JSON; then eight values for each item: element; its score as shown (""
--       for any); attempts to set (writeAttempts()); score to give it ("" for that of the target, else the one shown);
--       attempts its record must have ("=…", "" for any, "!" for no readable record; for an undo how the operation
--       changed those to set: "keep", "incr", "set"); start it must have ("=…", "" for any); its place as the caller
--       found it ("" for the one the script finds); bytes it gets at the target ("" for its own)
--       target   null | { kind: "lpush" | "rpush" | "sadd" | "zadd", score: "…" | null }
--       dead     null | a destination like target, for items whose attempts are used up
--       attempts "keep" | "incr" | "set"
--       fields   names the attempts may have (the first is written if none exists); startFields: names of the start
--       maxFields, max   names of the job's own maximum; the collection's (null: none)
--       guard    true: there is a guard, a sorted set in which an item of a set must have the score shown
--       own      true: counts attempts inside an element without a record, JSON that has attempts and their maximum;
--                nothing else of it changes
--       records  true: job records follow in KEYS
--       expireAt Unix ms, set on a target that did not exist ("": none); if past or close, the target gets no expiry
--       phase    null | "look" | "decided", where keys lie in several slots of a cluster (crossslot.h). "look": nothing
--                changes, and no escrow is written. "decided": the fifth value of an item is its outcome ("": as the
--                script decides), the third the attempts to note and the sixth the start to note
--       asked    with "decided": number of items asked for, of which those that may not be taken are not named
-- Returns what the escrow holds: a header "2 <moved> <deadLettered> <removed> <skipped> <stayed> <expiry before, Unix
--       ms, or -1> <length before>", then six values for each item touched: outcome (m, d, r), element, score before,
--       attempts before ("!" for no record; "~<bytes before them> <their length> <as they are now>" for attempts inside
--       the element), start, place from the left before the batch ("" for none). An element for which the caller gave
--       other bytes is named by those.
-- Calls on source: PTTL
-- Calls on guard: TYPE ZMSCORE
-- Calls on lpush: TYPE LPUSH
-- Calls on rpush: TYPE RPUSH
-- Calls on sadd: TYPE SISMEMBER SADD
-- Calls on zadd: TYPE ZSCORE ZADD
-- Calls on expiring: EXISTS PEXPIREAT PERSIST PTTL

-- luacheck: ignore 211

local source = KEYS[2]
local p = cjson.decode(ARGV[3])
local nextKey = 3
local function placeOf(spec)
  if type(spec) ~= 'table' then
    return nil
  end
  nextKey = nextKey + 1
  return { key = KEYS[nextKey - 1], kind = spec.kind, score = spec.score ~= cjson.null and spec.score, values = {} }
end
local target, dead = placeOf(p.target), placeOf(p.dead)
local guard = p.guard and KEYS[nextKey]
nextKey = nextKey + (guard and 1 or 0)
local expiry = target and expiryBack(target.key, p.expireAt)
local items = {}
for i = 4, #ARGV, 8 do
  items[#items + 1] = { element = ARGV[i], expected = ARGV[i + 1], set = ARGV[i + 2], give = ARGV[i + 3],
    attempts = ARGV[i + 4], start = ARGV[i + 5], place = ARGV[i + 6],
    becomes = ARGV[i + 7] ~= '' and ARGV[i + 7] or nil,
    record = p.records and KEYS[nextKey + #items] }
end

-- Checks everything that may be refused before anything changes; `takes` are the commands that change the source.
local function refused(held, takes)
  local holds = { lpush = 'list', rpush = 'list', sadd = 'set', zadd = 'zset' }
  local wrong = holdsOther(source, held) or guard and holdsOther(guard, 'zset')
  for _, to in pairs({ target, dead }) do
    wrong = wrong or holdsOther(to.key, holds[to.kind])
      or to.key == source and redis.error_reply('PLIMSOLLSAME ' .. source .. ' is source and target in one')
    takes[#takes + 1] = { to.kind, to.key, to.kind == 'zadd' and '1' or 'x', 'x' }
  end
  takes[#takes + 1] = expiry
  return wrong or forbids(unpack(takes))
end

-- `before` is what equal items of this batch will have set by then.
local before = {}
local function isAsLeft(item)
  local isLeft, sets = isRecordAsLeft(item.held, item, before[item.record])
  if sets then
    before[item.record] = p.attempts == 'set' and sets or nil
  end
  return isLeft
end

-- A set holds no two of the same: what is there already stays where it is, and so does its equal in this batch.
local promised = {}
local function isTaken(to, element)
  if to.kind == 'lpush' or to.kind == 'rpush' then
    return false
  end
  local known = promised[to] or {}
  local there = known[element] or to.kind == 'zadd' and redis.call('ZSCORE', to.key, element)
    or to.kind == 'sadd' and redis.call('SISMEMBER', to.key, element) == 1
  known[element] = true
  promised[to] = known
  return there
end

-- Attempts and their maximum inside an element without a record; nil if the element does not hold both.
local function ownRecord(item)
  if not p.own or item.record and (item.held or redis.call('TYPE', item.record).ok ~= 'none') then
    return nil
  end
  local own = readJson(item.element, p)
  return own and own.count and own.max and own or nil
end

-- With one attempt more, or as many as are set; how it differs is noted for the undo.
local function countInside(item, own)
  local value = p.attempts == 'incr' and string.format('%.0f', own.count + 1) or item.set
  if value ~= '' and value ~= own.text then
    local bytes
    item.put, bytes = withAttempts(own, value)
    item.changed = string.format('~%d %d %s', own.at.from - 1, #own.raw, bytes)
  end
end

-- Decides where each item goes; returns the items that may be taken.
local function judge()
  local free = {}
  for _, item in ipairs(items) do
    item.to, item.outcome, item.put = target, target and 'm' or 'r', item.becomes or item.element
    item.held = item.record and readRecord(item.record, p)
    local own = ownRecord(item)
    local counted = item.held or own
    if p.phase == 'decided' and item.attempts ~= '' then
      item.outcome, item.to = item.attempts, item.attempts == 'd' and dead or target
    elseif counted and p.attempts == 'incr' and dead and isUsedUp(counted, p.max ~= cjson.null and p.max or nil) then
      item.to, item.outcome = dead, 'd'
    elseif own then
      countInside(item, own)
    end
    if (not item.record or isAsLeft(item)) and not (item.to and isTaken(item.to, item.put)) then
      free[#free + 1] = item
    end
  end
  return free
end

-- Whether its attempts may be counted.
local function cannotCount(item)
  local record = p.attempts ~= 'keep' and item.held
  local key = record and record.key
  return record and forbidsOne(not record.isHash and { { 'SET', key, 'x' } }
    or item.set == '' and p.attempts == 'set' and { { 'HLEN', key }, { 'HDEL', key, 'x' } }
    or { { 'HSET', key, 'x', 'x' } })
end

-- Reports why an item cannot be put; also determines its score in a sorted set.
local function cannotBePut(item)
  local wrong = cannotCount(item)
  if not wrong and item.to and item.to.kind == 'zadd' then
    item.give = item.give ~= '' and item.give or item.to.score or item.score or item.expected
    wrong = badScore(item.give)
  end
  return wrong
end

local written = {}
local function countAttempt(item)
  local record = item.held
  if written[record.key] then
    record = readRecord(record.key, p) -- an equal element of this batch has changed it
  end
  written[record.key] = true
  return countAttempts(record, item.outcome == 'd' and 'keep' or p.attempts, item.set)
end

-- Does with the items marked `found` what was judged; `take` gets them off the source, last of all.
local function settle(stayed, length, take)
  local expires = expiryOf(source)
  local any = false
  for _, item in ipairs(items) do
    local wrong = item.found and cannotBePut(item)
    if wrong then
      return wrong
    end
    any = any or item.found
  end
  local wrong = not any and items[1] and cannotCount(items[1]) -- who asks before items are gathered looks at none
  if wrong then
    return wrong
  end
  local log, counts, taken = { '' }, { m = 0, d = 0, r = 0 }, {}
  for _, item in ipairs(items) do
    if item.found then
      local attempts = item.changed or item.held and countAttempt(item) or item.record and '!' or ''
      if p.phase == 'decided' then
        attempts = item.attempts ~= '' and item.set or item.changed or '!'
      end
      if item.to and item.to.kind == 'zadd' then
        table.insert(item.to.values, item.give)
      end
      if item.to then
        table.insert(item.to.values, item.put)
      end
      taken[#taken + 1] = item.element
      counts[item.outcome] = counts[item.outcome] + 1
      note(log, item.outcome, item.becomes or item.element, item.score or '', attempts,
        item.held and item.held.start or p.phase == 'decided' and item.start or '', item.place)
    end
  end
  log[1] = string.format('2 %d %d %d %d %d %s %d', counts.m, counts.d, counts.r, (p.asked or #items) - #taken, stayed,
    timeText(expires), length)
  if p.phase == 'look' then
    return log
  end
  keep(log)
  for _, to in pairs({ target, dead }) do
    inChunks(to.kind, to.key, to.values)
  end
  if expiry and #target.values > 0 then
    redis.call(unpack(expiry))
  end
  take(taken)
  return log
end

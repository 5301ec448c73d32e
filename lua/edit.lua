-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one job other bytes where it is: its element, its record (a string), or a field of its record (a hash).
-- Promise: only what is as it was shown is changed. The element is in its key still, with that score; what is edited
-- holds the same bytes; of a hash whose fields were all shown, no other has changed. Place, score and expiry stay.
--
-- KEYS  1 escrow of this batch; 2 the key that holds the element; 3 its record, where that is edited
-- ARGV  1, 2 see prelude.lua; 3 "element" | "text" | "field"; 4 "list" | "set" | "zset", what KEYS[2] is; 5 the old
--       end of a list: "left" | "right"; 6 "edit", or "back" for the undo; 7 the element; 8 its score as shown ("" for
--       any), of an undo in a list its place from the old end; 9 what is edited, as it was shown; 10 as it is to be;
--       11 the field; 12 SHA-1 of the values of the fields from 13 on, of each its length, ":" and the value; "": they
--       are not looked at
-- Returns what the escrow holds: a header "1 <moved> 0 0 <skipped> 0 -1", then where it was changed "m", the bytes
--       before (of an undo after), the score or the place, the bytes after (of an undo before).
-- Calls on list: LLEN LPOS LSET
-- Calls on set: SISMEMBER SADD SREM
-- Calls on zset: ZSCORE ZADD ZREM
-- Calls on text: TYPE STRLEN GET SET
-- Calls on field: TYPE HLEN HSTRLEN HMGET HSET
-- Cost  O(50,000) entries from each end of a list, which are compared by their length first; else O(log n) and the
--       bytes of the record.

local source, record = KEYS[2], KEYS[3]
local of, type, oldIsLeft, isBack = ARGV[3], ARGV[4], ARGV[5] == 'left', ARGV[6] == 'back'
local element, score, shown, becomes, field, digest = ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11], ARGV[12]
local reach, mostEqual = 50000, 100 -- entries from an end, and of equal ones
local mostCompared = 2 * 1024 * 1024 -- bytes of a record as a whole: the caller has looked at no more

local writes = {
  text = { { 'SET', record, 'x' } },
  field = { { 'HSET', record, 'x', 'x' } },
  list = { { 'LSET', source, '0', 'x' } },
  set = { { 'SADD', source, 'x' }, { 'SREM', source, 'x' } },
  zset = { { 'ZADD', source, '1', 'x' }, { 'ZREM', source, 'x' } },
}
local wrong = holdsOther(source, type) or of ~= 'element' and holdsOther(record, of == 'text' and 'string' or 'hash')
  or forbids() or forbidsOne(writes[of == 'element' and type or of])
if wrong then
  return wrong
end

-- Index of the element in a list, and its distance from the old end. Of equal elements the outermost one; for an undo
-- the one nearest to its old place.
local function find()
  local length = redis.call('LLEN', source)
  local at, place
  for _, rank in ipairs(oldIsLeft and { 1, -1 } or { -1, 1 }) do
    for _, index in ipairs(redis.call('LPOS', source, element, 'RANK', rank, 'COUNT', mostEqual, 'MAXLEN', reach)) do
      local there = oldIsLeft and index or length - 1 - index
      if not at or score ~= '' and math.abs(there - score) < math.abs(place - score) then
        at, place = index, there
      end
    end
    if at then
      return at, place
    end
  end
end

-- The index in a list, the score in a sorted set; nil when it is not there as it was shown.
local index, held
if type == 'list' then
  index, held = find()
elseif type == 'zset' then
  held = redis.call('ZSCORE', source, element)
  held = held and (score == '' or held == score or tonumber(held) == tonumber(score)) and held or nil
else
  held = redis.call('SISMEMBER', source, element) == 1 and '' or nil
end

local function isAsShown()
  if not held then
    return false
  elseif of == 'text' then
    -- A value of another length is not read: it may be of any.
    return redis.call('STRLEN', record) == #shown and redis.call('GET', record) == shown
  elseif of == 'element' then -- two would become one
    return type == 'list' or not (type == 'zset' and redis.call('ZSCORE', source, becomes)
      or type == 'set' and redis.call('SISMEMBER', source, becomes) == 1)
  elseif redis.call('HSTRLEN', record, field) ~= #shown or redis.call('HMGET', record, field)[1] ~= shown then
    return false
  elseif digest == '' then
    return true
  end
  local texts, bytes = {}, 0
  for i = 13, #ARGV do
    bytes = bytes + redis.call('HSTRLEN', record, ARGV[i])
  end
  if bytes > mostCompared then
    return false
  end
  for i, value in ipairs(redis.call('HMGET', record, unpack(ARGV, 13))) do
    texts[i] = value and #value .. ':' .. value or '-'
  end
  return redis.call('HLEN', record) == #texts and redis.sha1hex(table.concat(texts)) == digest
end

if not isAsShown() then
  local log = { '1 0 0 0 1 0 -1' }
  keep(log)
  return log
end
local before, after = shown, becomes
if isBack then
  before, after = becomes, shown
end
local log = { '1 1 0 0 0 0 -1', 'm', before, tostring(held), after }
keep(log)
if of == 'text' then
  redis.call('SET', record, becomes, 'KEEPTTL')
elseif of == 'field' then
  redis.call('HSET', record, field, becomes)
elseif type == 'list' then
  redis.call('LSET', source, index, becomes)
elseif type == 'zset' then
  redis.call('ZADD', source, held, becomes)
  redis.call('ZREM', source, element)
else
  redis.call('SADD', source, becomes)
  redis.call('SREM', source, element)
end
return log

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shared part of the scripts of lua/frameworks and jobs_back.lua: joined between records.lua and the script.
-- Promise: nothing is lost or doubled, and of a job everything happens or nothing. A script judges each job: it returns
-- the changes that its framework makes, or none. The first one takes the job from where it is. All changes of a batch
-- are checked before the first is made, and are kept for undo; where the server refuses one nevertheless (a time out of
-- its range), those of that job made before are reverted.
--
-- KEYS  1 escrow of this batch; 2 source; then those that ARGV[3] names; then those that ARGV[4] names, for each item
-- ARGV  1, 2 see prelude.lua, or 1 "look": judges the jobs alone, and returns how many of them it leaves to another
--       look, and how many of the others it would skip; 3, 4 names of keys, with spaces between; 5 outcome: "m" or "r";
--       6 type of the source; of a list behind a space its old end, "left" or "right"; 7 how many further arguments
--       there are; these; then three values an item: element, score as shown ("" for any), and of an undo its changes
-- Returns what the escrow holds: a header "2 <moved> 0 <removed> <skipped> <of them: held> -1 <length before> <left to
--       the next batch>", then six values an item that was touched: outcome, element, score, changes (MessagePack), "",
--       place from the left before the batch ("" for none).
-- Calls on escrow: LSET
-- Calls as each script declares them: ZREM ZADD SREM SADD LREM LPOS LPUSH RPUSH LINSERT HGET HSET HDEL HEXISTS GET SET
-- Calls as each script declares them: UNLINK DUMP RESTORE PERSIST PEXPIREAT XADD PUBLISH
-- Calls as each script declares them: HKEYS HLEN HSTRLEN LRANGE LINDEX LLEN
-- luacheck: ignore 211 231 241 431

local isLook = ARGV[1] == 'look'
local source, keys, arguments, items = KEYS[2], {}, {}, {}
local held, oldEnd = ARGV[6]:match('^(%S+) ?(%S*)$')
do
  local at, first = 3, 8 + tonumber(ARGV[7])
  local function named(names)
    local found = {}
    for name in names:gmatch('%S+') do
      found[name], at = KEYS[at], at + 1
    end
    return found
  end
  keys = named(ARGV[3])
  for i = 8, first - 1 do
    arguments[#arguments + 1] = ARGV[i]
  end
  for i = first, #ARGV, 3 do
    items[#items + 1] = { element = ARGV[i], score = ARGV[i + 1], changes = ARGV[i + 2], keys = named(ARGV[4]) }
  end
end

-- Bytes that the batch has read besides its elements. At the limit the rest is left to the next batch, so that the
-- server is not held for long. The bytes of changes are counted by operate(); scripts add what else they read.
local spent, mostSpent = 0, 256 * 1024
local function spend(bytes)
  spent = spent + bytes
  return bytes
end

-- Returns the place of a value in a list, or of the nth that is equal, searched from one end. The elements passed on
-- the way count as bytes read: to search takes time, and to remove the value takes it again.
local bytesOfPassing = 8
local function placeOf(key, value, isLeft, nth)
  local place = redis.call('LPOS', key, value, 'RANK', isLeft and (nth or 1) or -(nth or 1))
  local length = redis.call('LLEN', key)
  spend(bytesOfPassing * (place and (isLeft and place or length - place) or length))
  return place
end

-- Each kind of change: the type of its key; the commands that make it and those that revert it; how it is made; whether
-- it stands as it was made; and how it is reverted. `value` is the element where the change has none.
local kinds = {
  zrem = { holds = 'zset', makes = { 'ZREM' }, reverts = { 'ZADD' },
    make = function(c, value) return redis.call('ZREM', c.key, value) == 1 end,
    stands = function(c, value) return not redis.call('ZSCORE', c.key, value) end,
    revert = function(c, value) redis.call('ZADD', c.key, c.score, value) end },
  srem = { holds = 'set', makes = { 'SREM' }, reverts = { 'SADD' },
    make = function(c, value) return redis.call('SREM', c.key, value) == 1 end,
    stands = function(c, value) return redis.call('SISMEMBER', c.key, value) == 0 end,
    revert = function(c, value) redis.call('SADD', c.key, value) end },
  lrem = { holds = 'list', makes = { 'LREM' }, reverts = { oldEnd == 'left' and 'LPUSH' or 'RPUSH' },
    make = function(c, value) return redis.call('LREM', c.key, oldEnd == 'left' and 1 or -1, value) == 1 end,
    stands = function() return true end, -- its place is restored behind the batches
    revert = function(c, value) redis.call(oldEnd == 'left' and 'LPUSH' or 'RPUSH', c.key, value) end },
  lcut = { holds = 'list', makes = { 'LREM' }, reverts = { 'LPUSH', 'LINSERT' }, -- of a list that is not the source
    make = function(c, value)
      local place = placeOf(c.key, value, true)
      c.behind = place and place > 0 and redis.call('LINDEX', c.key, place - 1) or nil
      return redis.call('LREM', c.key, 1, value) == 1
    end,
    stands = function() return true end,
    revert = function(c, value)
      if not c.behind or redis.call('LINSERT', c.key, 'AFTER', c.behind, value) <= 0 then
        redis.call('LPUSH', c.key, value)
      end
    end },
  lpush = { holds = 'list', makes = { 'LPUSH' }, reverts = { 'LREM' },
    make = function(c, value) return redis.call('LPUSH', c.key, value) end,
    stands = function(c, value) return placeOf(c.key, value, true) end,
    revert = function(c, value) redis.call('LREM', c.key, 1, value) end },
  rpush = { holds = 'list', makes = { 'RPUSH' }, reverts = { 'LREM' },
    make = function(c, value) return redis.call('RPUSH', c.key, value) end,
    stands = function(c, value) return placeOf(c.key, value, false) end,
    revert = function(c, value) redis.call('LREM', c.key, -1, value) end },
  zadd = { holds = 'zset', makes = { 'ZADD' }, reverts = { 'ZREM', 'ZADD' },
    make = function(c, value) return redis.call('ZADD', c.key, c.score, value) end,
    stands = function(c, value)
      local score = redis.call('ZSCORE', c.key, value)
      return score and tonumber(score) == tonumber(c.score)
    end,
    revert = function(c, value)
      if c.before then
        redis.call('ZADD', c.key, c.before, value)
      else
        redis.call('ZREM', c.key, value)
      end
    end },
  sadd = { holds = 'set', makes = { 'SADD' }, reverts = { 'SREM' },
    make = function(c, value) return redis.call('SADD', c.key, value) end,
    stands = function() return true end,
    revert = function(c, value) redis.call('SREM', c.key, value) end },
  hset = { holds = 'hash', makes = { 'HSET' }, reverts = { 'HDEL', 'HSET' },
    make = function(c, value) return redis.call('HSET', c.key, c.field, value) end,
    stands = function(c, value) return redis.call('HGET', c.key, c.field) == value end,
    revert = function(c)
      if c.before then
        redis.call('HSET', c.key, c.field, c.before)
      else
        redis.call('HDEL', c.key, c.field)
      end
    end },
  hdel = { holds = 'hash', makes = { 'HDEL' }, reverts = { 'HSET' },
    make = function(c) return redis.call('HDEL', c.key, c.field) == 1 end,
    stands = function(c) return redis.call('HEXISTS', c.key, c.field) == 0 end,
    revert = function(c) redis.call('HSET', c.key, c.field, c.before) end },
  set = { holds = 'string', makes = { 'SET' }, reverts = { 'UNLINK', 'SET' },
    make = function(c, value) return redis.call('SET', c.key, value, 'KEEPTTL') end,
    stands = function(c, value) return redis.call('GET', c.key) == value end,
    revert = function(c)
      if c.before then
        redis.call('SET', c.key, c.before, 'KEEPTTL')
      else
        redis.call('UNLINK', c.key)
      end
    end },
  unlink = { makes = { 'UNLINK' }, reverts = { 'RESTORE' },
    make = function(c) return redis.call('UNLINK', c.key) == 1 end,
    stands = function(c) return redis.call('EXISTS', c.key) == 0 end,
    revert = function(c)
      redis.call('RESTORE', c.key, c.at and timeAhead(c.at, soon) or '0', c.dump, 'ABSTTL')
    end },
  persist = { makes = { 'PERSIST' }, reverts = { 'PEXPIREAT' },
    make = function(c) return redis.call('PERSIST', c.key) == 1 end,
    stands = function(c) return expiryOf(c.key) == -1 end,
    revert = function(c)
      local at = timeAhead(c.at, soon)
      if at then
        redis.call('PEXPIREAT', c.key, at)
      end
    end },
  expire = { makes = { 'PEXPIREAT' }, reverts = { 'PERSIST', 'PEXPIREAT' },
    make = function(c) return redis.call('PEXPIREAT', c.key, c.at) == 1 end,
    stands = function(c) return expiryOf(c.key) == tonumber(c.at) end,
    revert = function(c)
      local at = c.before and timeAhead(c.before, soon)
      if at then
        redis.call('PEXPIREAT', c.key, at)
      else
        redis.call('PERSIST', c.key)
      end
    end },
  xadd = { holds = 'stream', makes = { 'XADD' }, reverts = {},
    make = function(c)
      if c.most then
        return redis.call('XADD', c.key, 'MAXLEN', '~', c.most, '*', unpack(c.fields))
      end
      return redis.call('XADD', c.key, '*', unpack(c.fields))
    end },
  publish = { makes = { 'PUBLISH' }, reverts = {},
    make = function(c, value) return redis.call('PUBLISH', c.key, value) end },
}

-- Whether changes are refused: the key has another type, or a command is not permitted. Redis 8 answers that only for
-- as many words as the command may have: at most so many.
local mostWords = { PERSIST = 2, UNLINK = 2, PUBLISH = 3, LREM = 4 }
local asked = {}
local function refusal(changes, by)
  for _, c in ipairs(changes) do
    local kind = kinds[c.does]
    local known = c.does .. ' ' .. c.key
    local commands = not asked[known] and { unpack(kind[by]) } or {}
    asked[known] = true
    if by == 'reverts' and kind.holds and c.at then -- the expiry of a key that went with its last element
      commands[#commands + 1], commands[#commands + 2] = 'PEXPIREAT', 'PERSIST'
    end
    for _, command in ipairs(commands) do
      local words = { command, c.key, '1', 'x', 'x' }
      local wrong = kind.holds and holdsOther(c.key, kind.holds)
        or forbidsOne({ { unpack(words, 1, mostWords[command] or #words) } })
      if wrong then
        return wrong
      end
    end
  end
end

local function valueOf(change, item)
  return change.value or item.element
end

local function make(change, item)
  return kinds[change.does].make(change, valueOf(change, item))
end

local function revert(change, item)
  local kind = kinds[change.does]
  local expiry = kind.holds and change.at and expiryBack(change.key, change.at)
  kind.revert(change, valueOf(change, item))
  if expiry then
    redis.call(unpack(expiry))
  end
end

-- When a key expires, as text; nil for never. With its last element it goes, and its expiry with it.
local expiries = {}
local function expiring(key)
  if expiries[key] == nil then
    local at = expiryOf(key)
    expiries[key] = at >= 0 and timeText(at)
  end
  return expiries[key] or nil
end

-- The change that takes an item off its key; nil where it is not there as it was shown.
local passed = {}
local function take(item)
  if held == 'zset' then
    local score = redis.call('ZSCORE', source, item.element)
    if score and (item.score == '' or score == item.score or tonumber(score) == tonumber(item.score)) then
      return { does = 'zrem', key = source, score = score, at = expiring(source) }
    end
  elseif held == 'set' then
    if redis.call('SISMEMBER', source, item.element) == 1 then
      return { does = 'srem', key = source, at = expiring(source) }
    end
  elseif held == 'list' then
    local nth = (passed[item.element] or 0) + 1 -- of equal elements each stands for one of its own
    passed[item.element] = nth
    local place = placeOf(source, item.element, oldEnd == 'left', nth)
    if place then
      return { does = 'lrem', key = source, place = place, at = expiring(source) }
    end
  end
  return nil
end

-- Whether more is stored about a job in these keys than is kept for undo; DUMP and RESTORE would hold the server.
local largestJob, mostParts, partsAtOnce = 512 * 1024, 1000, 10
local function isTooLarge(...)
  local bytes = 0
  for _, key in ipairs({ ... }) do
    local isList = redis.call('TYPE', key).ok == 'list'
    local count = redis.call(isList and 'LLEN' or 'HLEN', key)
    local names = not isList and count <= mostParts and redis.call('HKEYS', key)
    bytes = count <= mostParts and bytes or math.huge
    for i = 1, count, isList and partsAtOnce or 1 do
      if bytes > largestJob then
        return true
      end
      for _, part in ipairs(isList and redis.call('LRANGE', key, i - 1, i + partsAtOnce - 2) or {}) do
        bytes = bytes + #part
      end
      bytes = bytes + (isList and 0 or #names[i] + redis.call('HSTRLEN', key, names[i]))
    end
  end
  return bytes > largestJob
end

-- The change that removes a key; nil if the key does not exist.
local function drop(key)
  local dump = redis.call('DUMP', key)
  return dump and { does = 'unlink', key = key, dump = dump, at = expiring(key) } or nil
end

-- Positions of the values of members of a JSON object, as scanObject() returns them; nil if it cannot be read.
local function membersOf(json, names)
  local wanted, starts = {}, { [92] = true }
  for _, name in ipairs(names) do
    wanted[name], starts[byte(name, 1)] = true, true
  end
  return #json <= longestRecord and scanObject(json, wanted, starts) or nil
end

-- Whether a member of a JSON object is true.
local function isTrue(json, name)
  local found = membersOf(json, { name })
  local at = found and found[name]
  return at and not at.quoted and at.text == 'true'
end

-- The place of the last byte up to `to` that is no white space. From the end, in pieces: a pattern would try every
-- start.
local function lastBefore(text, to)
  local length = shortPiece
  repeat
    local piece = sub(text, math.max(1, to - length + 1), to)
    local spaces = piece:reverse():match('^%s*()') - 1
    to, length = to - spaces, longPiece
  until spaces < #piece or to == 0
  return to
end

-- The JSON with other values of some members, { name, bytes } each: bytes as they are to stand there, false to leave
-- the member out. One that is not there is added at the end of the object. All else keeps its bytes.
local escaped = 6 -- bytes that a character of a name may take
local function withMembers(json, found, changes)
  local cuts, added = {}, ''
  for _, change in ipairs(changes) do
    local name, bytes = change[1], change[2]
    local at = found[name]
    if at and bytes then
      cuts[#cuts + 1] = { from = at.from, to = at.to, bytes = bytes }
    elseif at then
      local quote, to = lastBefore(json, lastBefore(json, at.from - 1) - 1), at.to -- the one that ends the name
      local from = quote - 1 - #sub(json, math.max(1, quote - escaped * #name - 1), quote - 1):match('[^"]*$')
      local comma = lastBefore(json, from - 1)
      if byte(json, comma) == 44 then
        from = lastBefore(json, comma - 1) + 1
      else
        to = json:match('^%s*,?%s*()', to + 1) - 1
      end
      cuts[#cuts + 1] = { from = from, to = to, bytes = '' }
    elseif bytes then
      added = added .. ',"' .. name .. '":' .. bytes
    end
  end
  table.sort(cuts, function(a, b) return a.from > b.from end)
  for _, cut in ipairs(cuts) do
    json = json:sub(1, cut.from - 1) .. cut.bytes .. json:sub(cut.to + 1)
  end
  local close = lastBefore(json, #json)
  local isEmpty = byte(json, lastBefore(json, close - 1)) == 123
  return json:sub(1, close - 1) .. added:sub(isEmpty and 2 or 1) .. json:sub(close)
end

local function bytesOf(changes)
  local bytes = 0
  for _, change in ipairs(changes) do
    bytes = bytes + #(change.value or '') + #(change.before or '') + #(change.dump or '')
  end
  return bytes
end

-- Calls `act` for each item, until enough is read; returns how many are left to the next batch.
local function eachUntilEnough(act)
  local last = 0
  for i, item in ipairs(items) do
    if i > 1 and spent + last > mostSpent then
      return #items - i + 1
    end
    local before = spent
    act(item)
    last = spent - before
  end
  return 0
end

-- First something that a server out of memory refuses, while nothing has changed; then `each` calls what it is given
-- with each item, and returns how many it left. `act` says what becomes of an item's record in the log, or nothing
-- where it is skipped, and then "held" where it must not be touched.
local function settle(outcome, each, act)
  local length = held == 'list' and redis.call('LLEN', source) or 0
  redis.call('RPUSH', KEYS[1], '')
  local log, done, skipped, stayed = {}, 0, 0, 0
  local left = each(function(item)
    local record, why = act(item)
    if record then
      done = done + 1
      note(log, outcome, item.element, unpack(record))
    else
      skipped = skipped + 1
      stayed = stayed + (why == 'held' and 1 or 0)
    end
  end)
  inChunks('RPUSH', KEYS[1], log)
  local header = string.format('2 %d 0 %d %d %d -1 %d %d', outcome == 'm' and done or 0,
    outcome == 'r' and done or 0, skipped, stayed, length, left)
  redis.call('LSET', KEYS[1], 0, header)
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  table.insert(log, 1, header)
  return log
end

-- Makes the changes of a job; false where nothing happened, and then whether the server refused it.
local function makeAll(changes, item)
  for i, change in ipairs(changes) do
    local isAllowed, isMade = pcall(make, change, item)
    if i == 1 and not (isAllowed and isMade) then
      return false, not isAllowed
    elseif not isAllowed and kinds[change.does].revert then
      for j = i - 1, 1, -1 do -- but not what stands for all jobs of the batch
        local made = changes[j]
        if kinds[made.does].revert and not made.loose and not made.unless then
          revert(made, item)
        end
      end
      return false, true
    end
  end
  return true
end

-- `judge` returns the changes of an item, the first of which takes it from the source. It returns nil if the item is
-- not as it was shown, and then "held" if the item must not be touched.
local function operate(judge)
  local wrong = holdsOther(source, held) or forbids({ 'LSET', KEYS[1], '0', 'x' })
  if wrong then
    return wrong
  end
  local left = eachUntilEnough(function(item)
    local isRead, changes, why = pcall(judge, item)
    local problem = not isRead and (type(changes) == 'table' and changes.err or tostring(changes))
    if problem and not problem:find('WRONGTYPE', 1, true) then
      error(changes, 0)
    end
    item.doing, item.why = isRead and changes or nil, problem and 'held' or why
    if item.doing then
      spend(bytesOf(item.doing))
      wrong = wrong or refusal(item.doing, 'makes')
    end
  end)
  if wrong then
    return wrong
  end
  if isLook then
    local staying = 0
    for i = 1, #items - left do
      staying = staying + (items[i].doing and 0 or 1)
    end
    return { left, staying }
  end
  local function each(act)
    for i = 1, #items - left do
      act(items[i])
    end
    return left
  end
  return settle(ARGV[5], each, function(item)
    local changes = item.doing
    if not changes then
      return nil, item.why
    end
    local isMade, isRefused = makeAll(changes, item)
    if not isMade then
      return nil, isRefused and 'held'
    end
    return { changes[1].score or '', cmsgpack.pack(changes), '', tostring(changes[1].place or '') }
  end)
end

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Job records, for the scripts that count attempts: joined between prelude.lua and the script itself.
--
-- A record is a hash, or a string that holds a JSON object. Which of its fields are the attempts and their maximum, and
-- what is a number, is read as redis/collections/jobattempts.cpp reads it for the preview; tst_attempts holds both
-- against one table:
--   - of the names the first counts that has a value; "" and null are none, objects and arrays are passed over
--   - a number is 0 or digits without a sign, a leading zero, an exponent or space, at most 2,147,483,647; a fraction
--     may follow if it is nothing but zeros ("3.0"). In JSON it may stand between quotes. Any other value is left
--     alone, and counted as no attempts
--   - of JSON only members of the outermost object count; of two with one name the last, as with any JSON reader
--   - JSON that is broken, longer than 4 MiB, or of more than 10,000 strings and brackets, is not read: it would hold
--     the server for longer than a few milliseconds. Each member of the outermost object counts as three more, all 32
--     characters of white space between its members as one, and each 4 backslashes before one quote
--
-- Attempts that are counted for the first time become a field of a hash, or the first member of the JSON, unless that
-- would be too long to be read then.
--
-- `names` is a table with `fields`, the names that the attempts may have (the first is written when a hash has none),
-- `maxFields`, those of the job's own maximum, `startFields`, those of when it was begun (nil: not asked), and
-- `endFields`, those of when it was finished (nil: not asked).

-- Calls on record: TYPE HMGET GETRANGE
-- Calls on counted: HSET HLEN HDEL SET
-- luacheck: ignore 211

local largestCount, longestRecord, mostSteps, longestToken = 2147483647, 4 * 1024 * 1024, 10000, 64
local stepsOfAMember, spacesOfAStep, slashesOfAStep = 3, 32, 4
local shortPiece, longPiece = 64, 1024 -- bytes of a run looked at together: the first time, then

local function countOf(text)
  local whole = #text <= 20 and text:match('^(%d+)%.0+$') or text
  local number = #whole <= 10 and (whole == '0' or whole:find('^[1-9]%d*$')) and tonumber(whole)
  return number and number <= largestCount and number or nil
end

-- The string without its escapes; as it is written if one of them is invalid.
local function unescaped(raw)
  if not raw:find('\\', 1, true) then
    return raw
  end
  local ok, decoded = pcall(cjson.decode, '["' .. raw .. '"]')
  return ok and decoded[1] or raw
end

-- Finds the values of the wanted members of the outermost object: { from, to, text, quoted } by name, with text nil for
-- objects and arrays; and the number of steps that took. Returns nil if `text` is not a whole JSON object. `starts` has
-- the first bytes such a name may have. Plain searches skip what lies between the marks, so that a payload of a
-- megabyte costs next to nothing. A function call takes as long as a short search, so the usual case (no space, no
-- backslash) is read without one. 10,000 steps take about 1.3 ms.
local find, byte, sub = string.find, string.byte, string.sub
local function scanObject(text, wanted, starts)
  local steps, spaces, found = 0, 0, {}
  -- Position after the space; after the end of the text once there are too many steps.
  local function skipSpace(at)
    local first, after = byte(text, at, at + 1)
    if first == 32 and after and after > 32 then -- most records have at most one
      spaces = spaces + 1
      if spaces == spacesOfAStep then
        steps, spaces = steps + 1, 0
      end
      first, at = after, at + 1
    end
    if first and first > 32 and steps <= mostSteps then
      return at
    end
    local length, stop = shortPiece
    repeat
      stop = find(sub(text, at, at + length - 1), '[^ \t\n\r]')
      local run = stop and stop - 1 or math.min(length, #text + 1 - at)
      spaces = spaces + run
      steps = steps + math.floor(spaces / spacesOfAStep)
      spaces = spaces % spacesOfAStep
      at = at + run
      length = longPiece
    until stop or at > #text or steps > mostSteps
    return steps > mostSteps and #text + 1 or at
  end
  -- Returns what skipSpace() does, and the byte there; without a call if there is no space.
  local function behindSpace(at)
    local there = byte(text, at)
    if not there or there <= 32 then
      at = skipSpace(at)
      there = byte(text, at)
    end
    return at, there
  end
  -- Number of backslashes right before `at`; long runs are read in pieces, not byte by byte.
  local function slashesBefore(at)
    local count = 0
    while count < 8 do
      if byte(text, at - count - 1) ~= 92 then
        return count
      end
      count = count + 1
    end
    local length, isMore = shortPiece, true
    while isMore and count <= slashesOfAStep * mostSteps do
      local before = sub(text, math.max(1, at - count - length), at - count - 1)
      local run = before:reverse():match('^\\*()') - 1
      count, isMore, length = count + run, run == length, longPiece
    end
    return count
  end
  -- The quote that closes the string that opens at `open`: one with an even number of backslashes before it.
  local function closing(open)
    local quote = open
    while true do
      quote = find(text, '"', quote + 1, true)
      steps = steps + 1
      if not quote or steps > mostSteps then
        return nil
      end
      local before, last = byte(text, quote - 2, quote - 1)
      if last ~= 92 then
        return quote
      elseif before == 92 then -- one alone is the usual number
        local slashes = slashesBefore(quote)
        steps = steps + math.floor(slashes / slashesOfAStep)
        if steps > mostSteps then
          return nil
        elseif slashes % 2 == 0 then
          return quote
        end
      end
    end
  end
  -- Next position of each mark; after the end of the text if there is none.
  local none = #text + 1
  local quote, brace, endBrace, bracket, endBracket = 0, 0, 0, 0, 0
  local function nestedEnd(at)
    local depth = 0
    repeat
      if quote < at then
        quote = find(text, '"', at, true) or none
      end
      if brace < at then
        brace = find(text, '{', at, true) or none
      end
      if endBrace < at then
        endBrace = find(text, '}', at, true) or none
      end
      if bracket < at then
        bracket = find(text, '[', at, true) or none
      end
      if endBracket < at then
        endBracket = find(text, ']', at, true) or none
      end
      local opens = brace < bracket and brace or bracket
      local closes = endBrace < endBracket and endBrace or endBracket
      steps = steps + 1
      if steps > mostSteps then
        return nil
      end
      if quote < opens and quote < closes then
        at = closing(quote)
        if not at then
          return nil
        end
      elseif opens < closes then
        at, depth = opens, depth + 1
      elseif closes < none then
        at, depth = closes, depth - 1
      else
        return nil
      end
      at = at + 1
    until depth == 0
    return at - 1
  end
  local at, there = behindSpace(1)
  if there ~= 123 then
    return nil
  end
  at, there = behindSpace(at + 1)
  local more = there ~= 125
  while more do
    local close = there == 34 and closing(at)
    if not close then
      return nil
    end
    steps = steps + stepsOfAMember
    if steps > mostSteps then
      return nil
    end
    local name = starts[byte(text, at + 1)] and unescaped(sub(text, at + 1, close - 1))
    local first
    at = close + 2
    there, first = byte(text, close + 1, at)
    if there ~= 58 or not first or first <= 32 then
      at, there = behindSpace(close + 1)
      if there ~= 58 then
        return nil
      end
      at, first = behindSpace(at + 1)
    end
    local to
    if first == 34 then
      to = closing(at)
    elseif first == 123 or first == 91 then
      to = nestedEnd(at)
    else
      local stop = find(sub(text, at, at + longestToken), '[ \t\n\r,}%]]')
      to = stop and stop > 1 and at + stop - 2 or nil
    end
    if not to then
      return nil
    end
    if name and wanted[name] then
      local value = { from = at, to = to, quoted = first == 34 }
      if value.quoted then
        value.text = unescaped(sub(text, at + 1, value.to - 1))
      elseif first ~= 123 and first ~= 91 then
        value.text = sub(text, at, value.to)
        value.text = value.text ~= 'null' and value.text or ''
      end
      found[name] = value
    end
    at = to + 2
    first, there = byte(text, to + 1, at)
    more = first == 44
    if not more or there ~= 34 then
      at, there = behindSpace(to + 1)
      more = there == 44
      if more then
        at, there = behindSpace(at + 1)
      end
    end
  end
  local isWhole = there == 125 and skipSpace(at + 1) > #text and steps <= mostSteps
  return isWhole and found or nil, steps
end

-- The names to read from each record of a batch, computed once: all in a row, and where those of each list end.
local asked = {}
local function fieldsAsked(names)
  local fields = asked[names]
  if not fields then
    fields = { all = {}, wanted = {}, last = {}, starts = { [92] = true } }
    for list, of in ipairs({ names.fields, names.maxFields, names.startFields, names.endFields }) do
      for _, name in ipairs(of) do
        table.insert(fields.all, name)
        fields.wanted[name] = true
        fields.starts[byte(name .. '"', 1)] = true
      end
      fields.last[list] = #fields.all
    end
    asked[names] = fields
  end
  return fields
end

-- Index and text of the first non-empty one of values `from` to `to`, else of the first that exists.
local function choose(values, from, to)
  local empty
  for i = from, to do
    local text = values[i]
    if text and text ~= '' then
      return i, text
    end
    empty = empty or text and i
  end
  return empty, empty and '' or nil
end

-- Reads a record as a hash with one of the fields, as most are; asking for the type first would take half as long
-- again. Returns nil if it may be something else; after JSON, more JSON is expected.
local isHashLikely = true
local function valuesOfLikelyHash(key, names)
  local values = isHashLikely and redis.pcall('HMGET', key, unpack(names)) or {}
  for i = 1, #names do
    if values[i] then
      return values
    end
  end
  return nil
end

-- Sets the figures of a record from its values; see readRecord().
local function judgeValues(record, values, fields)
  local last = fields.last
  local which, text = choose(values, 1, last[1])
  record.field, record.text = which and fields.all[which], text
  local _, max = choose(values, last[1] + 1, last[2])
  record.max = max and countOf(max)
  local _, start = choose(values, last[2] + 1, last[3] or last[2])
  record.start = start or ''
  local _, finish = choose(values, (last[3] or last[2]) + 1, last[4] or last[2])
  record.finish = finish or ''
  record.count = record.text and countOf(record.text)
  record.at = record.found and record.found[record.field]
  record.raw = record.text
  if record.at then
    record.raw = record.json:sub(record.at.from, record.at.to)
  end
  return record
end

-- Does what readRecord() does, for JSON; without a key the JSON is an element.
local function readJson(json, names, key)
  local fields = fieldsAsked(names)
  local found, steps
  if #json <= longestRecord then
    found, steps = scanObject(json, fields.wanted, fields.starts)
  end
  if not found then
    return nil
  end
  local values = {}
  for i, name in ipairs(fields.all) do
    values[i] = found[name] and found[name].text or false
  end
  local record = judgeValues({ key = key, isHash = false, json = json, found = found }, values, fields)
  if not record.at and not found[names.fields[1]] then
    local member = cjson.encode(names.fields[1]) .. ':'
    local fits = #json + #member + 2 <= longestRecord and steps + stepsOfAMember + 1 <= mostSteps
    record.member = fits and member or nil
  end
  return record
end

-- Reads the attempts from the record of a key; nil if it cannot be read: { field, text (nil: absent), raw (the bytes as
-- they are, nil: absent), count (nil: not a number), max, start, finish ("": absent), member (how attempts would begin
-- in JSON without them) }.
local function readRecord(key, names)
  local fields = fieldsAsked(names)
  local values = valuesOfLikelyHash(key, fields.all)
  local held = values and 'hash' or redis.call('TYPE', key).ok
  isHashLikely = held ~= 'string'
  if held == 'string' then
    return readJson(redis.call('GETRANGE', key, 0, longestRecord), names, key)
  elseif held ~= 'hash' then
    return nil
  end
  values = values or redis.call('HMGET', key, unpack(fields.all))
  return judgeValues({ key = key, isHash = true, default = names.fields[1] }, values, fields)
end

-- Whether its attempts are used up: the job's own maximum goes before that of the collection (nil: none).
local function isUsedUp(record, max)
  max = record.max or max
  return max ~= nil and (record.count or 0) >= max
end

-- The JSON with other attempts: `bytes` as they are, else `value` with quotes if the old attempts had them.
local function withAttempts(record, value, bytes)
  bytes = bytes or record.at.quoted and '"' .. value .. '"' or value
  return record.json:sub(1, record.at.from - 1) .. bytes .. record.json:sub(record.at.to + 1), bytes
end

-- The JSON with attempts as its first member, or without those that withMember() has added (nil: rewritten since).
local function withMember(record, value)
  local open = find(record.json, '{', 1, true)
  local rest = record.json:sub(open + 1)
  local comma = find(rest, '^[ \t\n\r]*}') and '' or ','
  return record.json:sub(1, open) .. record.member .. value .. comma .. rest
end
local function withoutMember(record, name)
  local open = find(record.json, '{', 1, true)
  local member = cjson.encode(name) .. ':'
  if record.json:sub(open + 1, record.at.from - 1) ~= member then
    return nil
  end
  local after = record.at.to + 1
  return record.json:sub(1, open) .. record.json:sub(byte(record.json, after) == 44 and after + 1 or after)
end

-- Sets the attempts: to digits; to the result of attemptsBefore(), byte for byte; or to none ("", for JSON ":").
local function writeAttempts(record, value)
  local kind, bytes = value:match('^([=:])(.*)$')
  if record.isHash then
    if kind == ':' then
      return -- was JSON when it was read
    elseif value ~= '' then
      redis.call('HSET', record.key, record.field or record.default, bytes or value)
    elseif record.field and redis.call('HLEN', record.key) > 1 then -- with its last field a record would go
      redis.call('HDEL', record.key, record.field)
    end
  elseif kind ~= '=' and value ~= '' then
    local json
    if record.at and value == ':' then
      json = withoutMember(record, record.field)
    elseif record.at then
      json = withAttempts(record, value, bytes)
    elseif record.member and not kind then
      json = withMember(record, value)
    end
    if json then
      redis.call('SET', record.key, json, 'KEEPTTL')
    end
  end
end

-- The attempts as they are, so that undo restores the same bytes: "=" and those of a hash, ":" and those of JSON, ":"
-- alone for JSON that has none but may get some; else "".
local function attemptsBefore(record)
  return record.raw and (record.isHash and '=' or ':') .. record.raw or record.member and ':' or ''
end

-- The attempts that countAttempts() has made of `before`, and `before` itself as text.
local function attemptsAfter(record, before, mode)
  local kind, text = before:match('^([=:])(.*)$')
  text = text or ''
  if kind == ':' then
    text = text:match('^"(.*)"$') and unescaped(text:sub(2, -2)) or text ~= 'null' and text or ''
  end
  local after = text
  if mode == 'set' then
    after = text ~= '' and '0' or ''
  elseif mode == 'incr' and text ~= '' then
    local count = countOf(text)
    after = count and string.format('%.0f', count + 1) or text
  elseif mode == 'incr' then
    after = (kind or record.isHash) and '1' or '' -- JSON that could not get any had nothing before
  end
  return after, text
end

-- An item is only touched while its job is as it was when its record was what it was chosen by; that of an undo, as
-- the operation left it: worked on again since, it has counted an attempt, has another start, or a record at all.
-- `item` has `attempts`, `start` and `set` as moving.lua explains them; `text`: the attempts that count (nil: those of
-- the record). Returns for an undo also the attempts that are set then.
local function isRecordAsLeft(record, item, text)
  local isUndo = item.attempts == 'keep' or item.attempts == 'incr' or item.attempts == 'set'
  if item.attempts == '!' or isUndo and item.set == '!' then
    return not record
  elseif not record then
    return isUndo or item.attempts == '' and item.start == '' -- one that is gone says nothing of work
  end
  text = text or record.text or ''
  local sets
  if isUndo then
    local left
    left, sets = attemptsAfter(record, item.set, item.attempts)
    if text ~= left then
      return false
    end
  elseif item.attempts ~= '' and text ~= item.attempts:sub(2) then
    return false
  end
  return item.start == '' or record.start == item.start:sub(2), sets
end

-- Increments the attempts ("incr"), sets them to `value` ("set"), or leaves them ("keep"). A value that is not a number
-- is left alone. Returns the attempts before, for undo.
local function countAttempts(record, mode, value)
  local before = attemptsBefore(record)
  local none = record.text == nil or record.text == ''
  if mode == 'incr' then
    if none or record.count then
      writeAttempts(record, string.format('%.0f', (record.count or 0) + 1))
    end
  elseif mode == 'set' and before ~= value and not (none and value == '0') then
    writeAttempts(record, value) -- starting again at 0 is no reason to give a record a field it never had
  end
  return before
end

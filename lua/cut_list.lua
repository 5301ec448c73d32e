-- SPDX-License-Identifier: GPL-3.0-or-later
-- Moves elements from the old end of a list into the escrow, one by one up to the batch's limit in bytes.
-- Promise: nothing is lost, and no element is cut that was added after the list was seen. The element that was newest
-- then marks where the seen ones begin, however many elements workers have taken from the old end or producers have
-- added at the new end. An equal element added since is told from the mark by the elements beyond it, towards the old
-- end: they must be the same, and no more than were seen. The requested number of seen elements stays. If the mark is
-- gone, nothing is cut.
--
-- KEYS  1 escrow of this batch; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 old end "left" | "right"; 4 maximum number of elements; 5 maximum bytes, which only the
--       first element may exceed; 6 number of elements seen that must stay;
--       7 "1": the escrow keeps the elements, "0": only the header (without undo);
--       8 outline of the mark, the newest element when the list was seen; 9 its length; 10 minimum number of elements
--       added since;
--       11 prints (16 hex digits each) of the elements next to the mark towards the old end; 12 maximum number of seen
--       elements that may lie there now;
--       13 optional: prints of the only elements to cut, in list order from the old end
-- A print is the beginning of the SHA-1 of an element; above 16 KiB, of its length and of three pieces of 4 KiB.
-- Returns what the escrow holds: a header "2 <removed> <left to cut> <added since> <number of prints of 13 passed>
--       <bytes> <expiry before, Unix ms>". <left to cut> is -1 if the mark is gone, and -2 if the search has passed
--       <added since> elements without finding it; the expiry is -1 for none. Then the print of the element that ended
--       the cut because 13 does not have it, or ""; then the elements, outermost first.
-- Calls on source: LINDEX LRANGE LLEN PTTL LMOVE LPOP RPOP LPUSH
-- Cost  O(elements cut), and the search for the mark: 2,000 elements or 256 KiB.

local source, archived, left = KEYS[2], ARGV[7] == '1', ARGV[3] == 'left'
local wrong = holdsOther(source, 'list') or forbids({ 'LPUSH', KEYS[1], 'x' }, { 'LINDEX', source, '0' },
  archived and { 'LMOVE', source, KEYS[1], 'LEFT', 'RIGHT' } or { left and 'LPOP' or 'RPOP', source })
if wrong then
  return wrong
end

local length = redis.call('LLEN', source)
local expires = expiryOf(source)
local stay = tonumber(ARGV[6])

local function elementAt(distance)
  return redis.call('LINDEX', source, left and -distance - 1 or distance)
end
local function printOf(element)
  if #element > 16384 then
    local middle = math.floor(#element / 2)
    element = #element .. ':' .. element:sub(1, 4096) .. element:sub(middle + 1, middle + 4096) .. element:sub(-4096)
  end
  return redis.sha1hex(element):sub(1, 16)
end
local function indexIn(digests, element, from)
  local digest, at = printOf(element), from * 16 + 1
  repeat
    local found = digests:find(digest, at, true)
    if found and found % 16 == 1 then
      return (found - 1) / 16, digest
    end
    at = found and found + 1
  until not at
  return nil, digest
end

local mostPlaces, mostBytes, large, places, bytesRead = 2000, 256 * 1024, 16 * 1024, 0, 0
-- True if the elements beyond it match those beyond the mark. Workers may have taken some, also from the middle; 16
-- different matching elements in order are no coincidence.
local beyond, convincing = ARGV[11], 16
local function isMark(distance)
  local at, different, last = 0, 0, nil
  while at < #beyond / 16 do
    distance = distance + 1
    local element = elementAt(distance)
    if not element then
      return true
    end
    places, bytesRead = places + 1, bytesRead + #element
    local found = indexIn(beyond, element, at)
    if not found then
      return different >= convincing
    end
    at, different = found + 1, different + (element ~= last and 1 or 0)
    last = element
  end
  return true
end
-- Distance of the mark from the newest element; else nil, and the distance at which the next script resumes, if any.
local function search(at)
  local mark, size, step = ARGV[8], tonumber(ARGV[9]), 1
  while at < length do
    local some = left and redis.call('LRANGE', source, -at - step, -at - 1)
      or redis.call('LRANGE', source, at, at + step - 1)
    local before = bytesRead
    for i = 1, #some do
      local element = some[left and #some + 1 - i or i]
      places, bytesRead = places + 1, bytesRead + #element
      if #element == size and outline(element) == mark and isMark(at + i - 1) then
        return at + i - 1
      end
    end
    at = at + #some
    if places >= mostPlaces or bytesRead >= mostBytes then
      return nil, at
    end
    step = bytesRead - before > large and 1 or math.min(2 * step, 8)
  end
end

local expected, passed, other = ARGV[13], 0, ''
local most, bytes = tonumber(ARGV[5]), 0
-- An element that is too large for what is left of a batch begins the next one. Workers may have taken some of those
-- that are expected.
local function isNext(removed)
  if not expected and removed == 0 then
    return true
  end
  local element = server.call('LINDEX', source, left and 0 or -1)
  if removed > 0 and bytes + #element > most then
    return false
  elseif not expected then
    return true
  end
  local found, digest = indexIn(expected, element, passed)
  if found then
    passed = found + 1
  else
    other = digest
  end
  return found
end

local function take()
  if archived then
    return left and server.call('LMOVE', source, KEYS[1], 'LEFT', 'RIGHT')
      or server.call('LMOVE', source, KEYS[1], 'RIGHT', 'RIGHT')
  end
  -- A server out of memory refuses the first command of a script that needs some; this is how to get some back.
  return left and server.call('LPOP', source) or server.call('RPOP', source)
end

local came, toCut = 0, 0
if length > stay then
  local at, reached = search(math.max(tonumber(ARGV[10]), length - 1 - tonumber(ARGV[12])))
  came = at or reached or 0
  toCut = at and math.max(0, length - came - stay) or reached and -2 or -1
end
local count, removed = math.min(tonumber(ARGV[4]), toCut), 0
local cut = {}
while removed < count and (removed == 0 or bytes < most) and isNext(removed) do
  local element = take()
  removed = removed + 1
  bytes = bytes + #element
  if archived and bytes <= largestAnswer then
    cut[removed] = element
  end
end

local header = string.format('2 %d %d %d %d %d %s', removed, toCut < 0 and toCut or toCut - removed, came, passed,
  bytes, timeText(expires))
redis.call('LPUSH', KEYS[1], other, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if bytes > largestAnswer and archived then
  return tooLarge(removed + 2)
end
table.insert(cut, 1, other)
table.insert(cut, 1, header)
return cut

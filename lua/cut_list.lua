-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes elements off the old end of a list into the escrow, one by one as far as the bytes of a batch go.
-- Promise: nothing is lost, and nothing is cut that came in after the list was seen: an element that was at the new
-- end then marks where the seen ones begin, however many workers have taken from the old end or producers added behind
-- it. An equal one that came in since is told from it by what lies beyond, and no more may lie there than were seen. So
-- many of the seen ones stay as were to stay. Where the mark is gone, nothing is cut.
--
-- KEYS  1 escrow of this batch; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 old end "left" | "right"; 4 how many at the most; 5 how many bytes, which only the
--       first element may exceed; 6 how many of those that were seen must stay;
--       7 "1": the escrow keeps the elements, "0": only the header (undo was given up);
--       8 the outline of the mark, the newest element when the list was seen, 9 its length, 10 how many are known to
--       have come in since; 11 what lay next to it towards the old end, the print of each element (16 hex digits), and
--       12 how many of those that were seen may lie there yet;
--       13 where there is one: only these go, the print of each in the order of the list from the old end
-- A print is the beginning of the SHA-1, of more than 16 KiB that of the length and of three pieces of 4 KiB.
-- Returns what the escrow holds: a header "2 <removed> <left to cut> <came in since> <passed of 13> <bytes>
--       <expiry before, Unix ms>", the second number -1 where the mark is gone, -2 where it is not among so many as the
--       third says, the last one -1 for none; then the SHA-1 of the element that ended it because 13 does not have it,
--       or ""; then the elements, outermost first.
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
-- What lay beyond it has to follow, as far as it was not taken. Some of it may have gone from the middle; so many
-- different ones that are the same are no chance.
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
-- How far from the newest the mark lies; or nil, and from where on to look in the next script, if at all.
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

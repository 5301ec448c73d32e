-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes elements off the old end of a list into the escrow, one by one until the bytes of a batch are reached.
-- Promise: nothing is lost, and nothing is cut that came in after the list was seen: an element that was at the new
-- end then marks where the seen ones begin, however many workers have taken from the old end or producers added behind
-- it. An equal one that came in since is told from it by what lies beyond, and no more may lie there than were seen. So
-- many of the seen ones stay as were to stay. Where the mark is gone, nothing is cut.
--
-- KEYS  1 escrow of this batch; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 old end "left" | "right"; 4 how many at the most; 5 how many bytes, which the last
--       element may exceed; 6 how many of those that were seen must stay;
--       7 "1": the escrow keeps the elements, "0": only the header (undo was given up);
--       8 the mark, 9 how many were behind it when the list was seen, 10 how many are known to have come in since;
--       11 the elements that lay next to it towards the old end, SHA-1 (16 hex digits each), and 12 how many of those
--       that were seen may lie there yet;
--       13 where there is one: only these go, likewise, in the order of the list from the old end
-- Returns what the escrow holds: a header "2 <removed> <left to cut> <came in since> <passed of 13> <bytes>
--       <expiry before, Unix ms>", the second number -1 where the mark is gone, the last one -1 for none; then
--       the SHA-1 of the element that ended it because 13 does not have it, or ""; then the elements, outermost first.
-- Cost  O(elements cut), and the search for the mark: O(elements behind it), at the most `deepest`.

local source, archived, left = KEYS[2], ARGV[7] == '1', ARGV[3] == 'left'
local wrong = holdsOther(source, 'list') or forbids({ 'LPUSH', KEYS[1], 'x' },
  archived and { 'LMOVE', source, KEYS[1], 'LEFT', 'RIGHT' } or { left and 'LPOP' or 'RPOP', source })
if wrong then
  return wrong
end

local length = redis.call('LLEN', source)
local expires = expiryOf(source)
local stay = tonumber(ARGV[6])

-- How far from the newest the mark lies. That only grows; and copying elements to look at them costs more than LPOS.
local deepest, near, around, aroundBytes, equal = 100000, 1000, 256, 64 * 1024, 64
local function elementAt(distance)
  return redis.call('LINDEX', source, left and -distance - 1 or distance)
end
local function indexIn(digests, element, from)
  local digest, at = redis.sha1hex(element):sub(1, 16), from * 16 + 1
  repeat
    local found = digests:find(digest, at, true)
    if found and found % 16 == 1 then
      return (found - 1) / 16, digest
    end
    at = found and found + 1
  until not at
  return nil, digest
end
-- Some of what lay beyond may have gone from the middle. So many that are the same are no chance.
local beyond, convincing = ARGV[11], 16
local function isMark(distance)
  local at, same = 0, 0
  while at < #beyond / 16 do
    local element = elementAt(distance + same + 1)
    local found = element and indexIn(beyond, element, at)
    if not found then
      return not element or same >= convincing
    end
    at, same = found + 1, same + 1
  end
  return true
end
local function distanceOf(mark, known)
  if known > near and elementAt(known) == mark and isMark(known) then
    return known
  end
  local function search(count)
    local found = redis.call('LPOS', source, mark, 'RANK', left and -1 or 1, 'COUNT', count, 'MAXLEN', deepest)
    for _, index in ipairs(found) do
      local at = left and length - 1 - index or index
      if at >= known and isMark(at) then
        return at
      end
    end
    return nil, #found > 0
  end
  local nearest, isThere = search(1)
  if not isThere or nearest then
    return nearest
  end
  -- One that came in since is equal. Most likely few more did than are known of; and there is no end to naming equals.
  local bytes = 0
  for at = known, known + around - 1, 4 do
    local some = left and redis.call('LRANGE', source, -at - 4, -at - 1) or redis.call('LRANGE', source, at, at + 3)
    for i = 1, #some do
      local element = some[left and #some + 1 - i or i]
      if element == mark and isMark(at + i - 1) then
        return at + i - 1
      end
      bytes = bytes + #element
    end
    if bytes > aroundBytes then
      break
    end
  end
  return (search(equal))
end

local expected, passed, other = ARGV[13], 0, ''
local function isExpected() -- workers may have taken some of them
  local found, digest = indexIn(expected, server.call('LINDEX', source, left and 0 or -1), passed)
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

local behind = tonumber(ARGV[9])
local mark = length > stay
  and distanceOf(ARGV[8], math.max(behind + tonumber(ARGV[10]), length - 1 - tonumber(ARGV[12])))
local came = mark and mark - behind
local toCut = came and math.max(0, length - came - stay) or length > stay and -1 or 0
local count, removed, bytes = math.min(tonumber(ARGV[4]), toCut), 0, 0
local cut = {}
while removed < count and (removed == 0 or bytes < tonumber(ARGV[5])) and (not expected or isExpected()) do
  local element = take()
  removed = removed + 1
  bytes = bytes + #element
  if archived and bytes <= largestAnswer then
    cut[removed] = element
  end
end

local header = string.format('2 %d %d %d %d %d %s', removed, came and toCut - removed or toCut, came or 0, passed,
  bytes, timeText(expires))
redis.call('LPUSH', KEYS[1], other, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if bytes > largestAnswer and archived then
  return tooLarge(removed + 2)
end
table.insert(cut, 1, other)
table.insert(cut, 1, header)
return cut

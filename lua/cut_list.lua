-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes elements off the old end of a list into the escrow, one by one until the bytes of a batch are reached.
-- Promise: nothing is lost, and nothing is cut that came in after the list was seen: an element that was at the new
-- end then marks where the seen ones begin, however many workers have taken from the old end or producers added behind
-- it. So many of the seen ones stay as were to stay. Where the mark is gone, nothing is cut.
--
-- KEYS  1 escrow of this batch; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 old end "left" | "right"; 4 how many at the most; 5 how many bytes, which the last
--       element may exceed; 6 how many of those that were seen must stay;
--       7 "1": the escrow keeps the elements, "0": only the header (undo was given up);
--       8 the mark, 9 how many were behind it when the list was seen, 10 how many are known to have come in since;
--       11 where there is one: only these go, SHA-1 (16 hex digits each) in the order of the list from the old end
-- Returns what the escrow holds: a header "2 <removed> <left to cut> <came in since> <passed of 11> <bytes>
--       <expiry before, Unix ms>", the second number -1 where the mark is gone, the last one -1 for none; then
--       the SHA-1 of the element that ended it because 11 does not have it, or ""; then the elements, outermost first.
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
local function distanceOf(mark, known)
  if known > near and redis.call('LINDEX', source, left and -known - 1 or known) == mark then
    return known
  end
  local function search(count)
    local found = redis.call('LPOS', source, mark, 'RANK', left and -1 or 1, 'COUNT', count, 'MAXLEN', deepest)
    for _, index in ipairs(found) do
      local at = left and length - 1 - index or index
      if at >= known then
        return at
      end
    end
    return nil, #found > 0
  end
  local nearest, isThere = search(1)
  if not isThere then
    return nearest
  end
  -- One that came in since is equal. Most likely few more did than are known of; and there is no end to naming equals.
  local bytes = 0
  for at = known, known + around - 1, 4 do
    local some = left and redis.call('LRANGE', source, -at - 4, -at - 1) or redis.call('LRANGE', source, at, at + 3)
    for i = 1, #some do
      local element = some[left and #some + 1 - i or i]
      if element == mark then
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

local expected, passed, other = ARGV[11], 0, ''
local function isExpected()
  local digest = redis.sha1hex(server.call('LINDEX', source, left and 0 or -1)):sub(1, 16)
  local at = passed * 16 + 1
  repeat -- workers may have taken some of them
    local found = expected:find(digest, at, true)
    if found and found % 16 == 1 then
      passed = (found + 15) / 16
      return true
    end
    at = found and found + 1
  until not at
  other = digest
  return false
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
local mark = length > stay and distanceOf(ARGV[8], behind + tonumber(ARGV[10]))
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

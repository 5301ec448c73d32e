-- SPDX-License-Identifier: GPL-3.0-or-later
-- Moves members from one end of a sorted set into the escrow, one by one up to the batch's limit in bytes: those beyond
-- a bound frozen at the preview, but always leaving the number of members that must stay.
-- Promise: nothing is lost; a member whose score has moved inside the bound meanwhile is left alone.
--
-- KEYS  1 escrow of this batch; 2 the sorted set
-- ARGV  1, 2 see prelude.lua; 3 end "min" | "max"; 4 maximum number of members; 5 maximum bytes, which only the first
--       member may exceed; 6 number of members that must stay; 7 "1": the escrow keeps the members, "0": only the
--       header; 8 the outermost score and 9 the last one to remove, as ZRANGE BYSCORE takes them ("-inf", "(12")
-- Returns what the escrow holds: a header as in cut_list.lua, its third and fourth number 0; then ""; then member and
--       score of each one removed, outermost first.
-- Calls on source: ZCARD ZCOUNT PTTL ZRANGE ZREM LPUSH
-- Cost  O(log n) for each member removed.

local source, archived = KEYS[2], ARGV[7] == '1'
local wrong = holdsOther(source, 'zset') or forbids({ 'LPUSH', KEYS[1], 'x' }, { 'ZREM', source, 'x' },
  { 'ZRANGE', source, '0', '0' })
if wrong then
  return wrong
end

local expires = expiryOf(source)
local low, high = ARGV[8], ARGV[9]
if ARGV[3] == 'max' then
  low, high = high, low
end
local inRange = redis.call('ZCOUNT', source, low, high)
local toCut = math.max(0, math.min(inRange, redis.call('ZCARD', source) - tonumber(ARGV[6])))
local function outermost()
  if ARGV[3] == 'min' then
    return server.call('ZRANGE', source, low, high, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
  end
  return server.call('ZRANGE', source, high, low, 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
end

if archived then
  -- Allocates memory first: a server out of memory refuses here, before anything has changed.
  redis.call('RPUSH', KEYS[1], '')
end
local count, removed, bytes = math.min(tonumber(ARGV[4]), toCut), 0, 0
local cut = {}
while removed < count and (removed == 0 or bytes < tonumber(ARGV[5])) do
  local member = outermost()
  if removed > 0 and bytes + #member[1] > tonumber(ARGV[5]) then
    break
  end
  server.call('ZREM', source, member[1])
  removed = removed + 1
  bytes = bytes + #member[1]
  if archived then
    cut[#cut + 1] = member[1]
    cut[#cut + 1] = member[2]
  end
end
if archived then
  inChunks('RPUSH', KEYS[1], cut)
else
  -- A server out of memory refuses the first command of a script that needs some; this is how to get some back.
  redis.call('RPUSH', KEYS[1], '')
end
local header = string.format('2 %d %d 0 0 %d %s', removed, toCut - removed, bytes, timeText(expires))
redis.call('LPUSH', KEYS[1], header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if bytes > largestAnswer and archived then
  return tooLarge(#cut + 2)
end
table.insert(cut, 1, '')
table.insert(cut, 1, header)
return cut

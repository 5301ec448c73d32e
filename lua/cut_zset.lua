-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes members off one end of a sorted set into the escrow: those that lie beyond a bound frozen at the preview, and
-- never so many that fewer than `keep` stay.
-- Promise: nothing is lost; a member whose score has passed the bound meanwhile is left alone.
--
-- KEYS  1 escrow of this batch; 2 the sorted set
-- ARGV  1, 2 see prelude.lua; 3 end "min" | "max"; 4 how many at the most; 5 how many must stay;
--       6 "1": the escrow keeps the members, "0": only the header; 7 the outermost score and 8 the last
--       one that goes, as ZRANGE BYSCORE takes them ("-inf", "(12")
-- Returns what the escrow holds: a header "1 <removed> <cardinality after> 0 <expiry before, Unix ms, or -1>", then "", then member and
--       score of each that was taken, outermost first.
-- Cost  O(log n + members cut).

local source = KEYS[2]
local wrong = holdsOther(source, 'zset') or forbids({ 'ZREM', source, 'x' })
if wrong then
  return wrong
end

local cardinality = redis.call('ZCARD', source)
local expires = expiryOf(source)
local count = math.min(tonumber(ARGV[4]), math.max(0, cardinality - tonumber(ARGV[5])))
local cut = {}
if count > 0 then
  if ARGV[3] == 'min' then
    cut = redis.call('ZRANGE', source, ARGV[7], ARGV[8], 'BYSCORE', 'LIMIT', 0, count, 'WITHSCORES')
  else
    cut = redis.call('ZRANGE', source, ARGV[7], ARGV[8], 'BYSCORE', 'REV', 'LIMIT', 0, count, 'WITHSCORES')
  end
end
local members = {}
for i = 1, #cut, 2 do
  members[#members + 1] = cut[i]
end
local header = string.format('1 %d %d 0 %.0f', #members, cardinality - #members, expires)
if ARGV[6] ~= '1' then
  cut = {}
end
table.insert(cut, 1, '')
table.insert(cut, 1, header)
if ARGV[6] == '1' then
  keep(cut)
  inChunks('ZREM', source, members)
else
  -- A server out of memory refuses the first command of a script that needs some; this is how to get some back.
  inChunks('ZREM', source, members)
  keep(cut)
end
return cut

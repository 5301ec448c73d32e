-- SPDX-License-Identifier: GPL-3.0-or-later
-- Trims a stream from its old end, up to an id that was frozen at the preview: whole nodes first, a few at a time, then
-- what is left before that id.
-- Promise: no entry from that id on goes, however many others trim or add meanwhile. What goes is gone: a stream takes
-- nothing back at its old place.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the stream
-- ARGV  1, 2 see prelude.lua; 3 how many at the most, about; 4 "1": to the id exactly, "0": whole nodes alone;
--       5 the first id that stays
-- Returns what the mark holds: a header as in cut_list.lua, its third and fourth number 0; then "".
-- Calls on source: XTRIM XRANGE PTTL
-- Cost  O(entries that go).

local source, most = KEYS[2], tonumber(ARGV[3])
local largestNode = 100000 -- entries; 100 by default, and no more than anybody sets
local wrong = holdsOther(source, 'stream') or forbids({ 'LSET', KEYS[1], '0', 'x' },
  { 'XTRIM', source, 'MINID', '0' })
if wrong then
  return wrong
end

redis.call('RPUSH', KEYS[1], '', '')
local removed = 0
if #server.call('XRANGE', source, '-', '(' .. ARGV[5], 'COUNT', 1) > 0 then
  removed = server.call('XTRIM', source, 'MINID', '~', ARGV[5], 'LIMIT', most)
  if removed == 0 and ARGV[4] == '0' then
    -- The first node holds more than that, or is the one in which the bound lies; a node goes in one.
    removed = server.call('XTRIM', source, 'MINID', '~', ARGV[5], 'LIMIT', largestNode)
  elseif removed == 0 then
    -- The same; of a node so many go that it is rewritten.
    local some = server.call('XRANGE', source, '-', '(' .. ARGV[5], 'COUNT', 64)
    if #some == 64 then
      removed = server.call('XTRIM', source, 'MINID', some[64][1])
    else
      removed = server.call('XTRIM', source, 'MINID', ARGV[5])
    end
  end
end
local more = removed > 0 and #server.call('XRANGE', source, '-', '(' .. ARGV[5], 'COUNT', 1) or 0
local header = string.format('2 %d %d 0 0 %d %s', removed, more, removed * 64, timeText(expiryOf(source)))
redis.call('LSET', KEYS[1], 0, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return { header, '' }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Trims a stream from its old end up to an id frozen at the preview: whole nodes first, a few at a time, then the
-- remaining entries before that id.
-- Promise: no entry from that id on is removed, however many other clients trim or add meanwhile. There is no undo: a
-- stream cannot take an entry back at its old place.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the stream
-- ARGV  1, 2 see prelude.lua; 3 approximate maximum number of entries; 4 "1": up to the id exactly, "0": whole nodes
--       only; 5 the first id that stays
-- Returns what the mark holds: a header as in cut_list.lua, its third and fourth number 0; then "".
-- Calls on source: XTRIM XRANGE PTTL
-- Cost  O(entries removed).

local source, most = KEYS[2], tonumber(ARGV[3])
local largestNode = 100000 -- entries; the default is 100, and real configurations stay far below this
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
    -- The first node holds more than `most` entries, or the bound lies in it. A node is removed as a whole.
    removed = server.call('XTRIM', source, 'MINID', '~', ARGV[5], 'LIMIT', largestNode)
  elseif removed == 0 then
    -- The first node may be too large here as well: removes at most 64 entries, by which the server rewrites the node.
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

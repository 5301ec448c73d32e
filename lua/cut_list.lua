-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes elements off the old end of a list into the escrow, never below what is to be kept.
-- Promise: nothing is lost, and nothing the person did not see is cut: when the old end is not the one that the batch
-- before left (a worker took from it), nothing is cut and the caller looks again.
--
-- KEYS  1 escrow of this batch; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 old end "left" | "right"; 4 how many at the most; 5 how many must stay;
--       6 "1": the escrow keeps the elements, "0": only the header (undo was given up);
--       7 "1": 8 is the element that has to be outermost
-- Returns what the escrow holds: a header "1 <removed> <length after> <moved on: 0|1> <expiry before, Unix ms, or -1>", then the
--       outermost element left ("" for none), then the elements, outermost first.
-- Cost  O(elements cut).

local source = KEYS[2]
local wrong = holdsOther(source, 'list') or forbids({ 'LTRIM', source, '0', '1' })
if wrong then
  return wrong
end

local left = ARGV[3] == 'left'
local function outermost()
  return redis.call('LINDEX', source, left and 0 or -1) or ''
end
local length = redis.call('LLEN', source)
local expires = expiryOf(source)
local count = math.min(tonumber(ARGV[4]), math.max(0, length - tonumber(ARGV[5])))
local movedOn = ARGV[7] == '1' and outermost() ~= ARGV[8]
if movedOn then
  count = 0
end

local archived = ARGV[6] == '1'
local cut = {}
if count > 0 and archived then
  cut = left and redis.call('LRANGE', source, 0, count - 1) or redis.call('LRANGE', source, -count, -1)
  if not left then
    for i = 1, math.floor(#cut / 2) do
      cut[i], cut[#cut + 1 - i] = cut[#cut + 1 - i], cut[i]
    end
  end
end
local next = redis.call('LINDEX', source, left and count or -count - 1) or ''
local header = string.format('1 %d %d %d %.0f', count, length - count, movedOn and 1 or 0, expires)
table.insert(cut, 1, next)
table.insert(cut, 1, header)
local function take()
  if count > 0 then
    if left then
      redis.call('LTRIM', source, count, -1)
    else
      redis.call('LTRIM', source, 0, -count - 1)
    end
  end
end
if archived then
  keep(cut)
  take()
else
  -- A server out of memory refuses the first command of a script that needs some; this is how to get some back.
  take()
  keep(cut)
end
return cut

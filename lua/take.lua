-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes frozen elements off a list: to another place, or out of the collection into the escrow alone.
-- Promise: everything else stays as it is, its order and the list's expiry included; see moving.lua for the rest.
-- An element is known by its exact bytes: of equal ones as many go as are named.
--
-- KEYS, ARGV, returns  see moving.lua; further parameters:
--       side    "left" | "right": the end from which is looked
--       window  items lie in so many elements at that end; <stayed> of the header counts those that stay there. Absent:
--       within  each is looked for on its own, no further from that end than this
-- Run again for the same batch it changes nothing and returns the same.
-- Cost  O(window), or O(items · within).

local left = p.side == 'left'
local takes = { { 'LREM', source, '1', 'x' }, { 'PEXPIREAT', source, '1' } }
if p.window then
  takes = { { 'LTRIM', source, '0', '1' }, { left and 'LPUSH' or 'RPUSH', source, 'x' }, takes[2] }
end
local wrong = refused('list', takes)
if wrong then
  return wrong
end

local waiting, elements = {}, {}
for _, item in ipairs(judge()) do
  local same = waiting[item.element]
  if not same then
    same = { next = 1 }
    waiting[item.element] = same
    elements[#elements + 1] = item.element
  end
  same[#same + 1] = item
end
local function find(element, index)
  local same = waiting[element]
  local item = same and same[same.next]
  if item then
    same.next = same.next + 1
    item.found = true
    item.place = item.place ~= '' and item.place or tostring(index)
  end
  return item
end

local length = redis.call('LLEN', source)
local stay, size = {}, 0
if p.window then
  local window = left and redis.call('LRANGE', source, 0, p.window - 1) or redis.call('LRANGE', source, -p.window, -1)
  size = #window
  for i = 1, size do
    local at = left and i or size + 1 - i -- from the outermost on
    if not find(window[at], left and at - 1 or length - size + at - 1) then
      stay[#stay + 1] = window[at]
    end
  end
else
  for _, element in ipairs(elements) do
    local places = redis.call('LPOS', source, element, 'RANK', left and 1 or -1, 'COUNT', #waiting[element], 'MAXLEN',
      p.within)
    for _, index in ipairs(places) do
      find(element, index)
    end
  end
end

return settle(#stay, length, function(taken)
  if not p.window then
    for _, element in ipairs(elements) do
      local count = waiting[element].next - 1
      if count > 0 then
        redis.call('LREM', source, left and count or -count, element)
      end
    end
  elseif #taken > 0 then
    redis.call('LTRIM', source, left and size or 0, left and -1 or -size - 1)
    for i = 1, math.floor(#stay / 2) do
      stay[i], stay[#stay + 1 - i] = stay[#stay + 1 - i], stay[i] -- the outermost is pushed last
    end
    inChunks(left and 'LPUSH' or 'RPUSH', source, stay)
  end
end)

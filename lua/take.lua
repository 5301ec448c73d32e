-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes frozen elements off a list: to another place, or out of the collection into the escrow only.
-- Promise: all other elements keep their order, and the list its expiry; see moving.lua for the rest. Elements are
-- identified by their exact bytes: of equal ones the number named is taken.
--
-- KEYS, ARGV, returns  see moving.lua; further parameters:
--       side    "left" | "right": the end from which the script searches
--       window  maximum distance of the items from that end, in elements; <stayed> of the header counts other elements
--               before the last item
--       others  maximum bytes of other elements read there; items further in are not found. Without these two:
--       within  maximum distance from that end at which each item is searched for on its own
-- Run again for the same batch it changes nothing and returns the same.
-- Calls on list: LREM LPOS LLEN LSET LRANGE LTRIM LPUSH RPUSH
-- Cost  O(window) in elements, and in bytes those of the items and of the others before them; or O(items · within).

local left = p.side == 'left'
local takes = { { 'LREM', source, '1', 'x' } }
if p.window then
  takes = { { 'LTRIM', source, '0', '1' }, { 'LSET', source, '0', 'x' }, { left and 'LPUSH' or 'RPUSH', source, 'x' } }
end
local wrong = refused('list', takes)
if wrong then
  return wrong
end

local waiting, elements = {}, {}
local free = judge()
for _, item in ipairs(free) do
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
-- Reads from the outermost element inwards, a few at a time because the elements in between may be large, until all
-- items are found or the others exceed their limit in bytes.
local stay, size = {}, 0
if p.window then
  local others, passed, wanted, at, bytes = {}, 0, #free, 0, 0
  while wanted > 0 and at < p.window and bytes <= p.others do
    local count = math.min(4, wanted, p.window - at)
    local part = left and redis.call('LRANGE', source, at, at + count - 1)
      or redis.call('LRANGE', source, -at - count, -at - 1)
    for i = 1, #part do
      local element = part[left and i or #part + 1 - i]
      at = at + 1
      if find(element, left and at - 1 or length - at) then
        wanted, passed, size = wanted - 1, #others, at
      else
        others[#others + 1] = element
        bytes = bytes + #element
        if bytes > p.others then
          break
        end
      end
    end
    if #part < count then
      break
    end
  end
  stay = { unpack(others, 1, passed) } -- elements behind the last one found are not touched
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
    local behind = {}
    for i = #stay, 1, -1 do
      behind[#behind + 1] = stay[i] -- the outermost is pushed last
    end
    if size == length and #behind > 0 then
      -- An empty list would lose its expiry: one place stays, and the first of the others is written there.
      size = size - 1
      redis.call('LTRIM', source, left and size or 0, left and -1 or -size - 1)
      redis.call('LSET', source, 0, table.remove(behind, 1))
    else
      redis.call('LTRIM', source, left and size or 0, left and -1 or -size - 1)
    end
    inChunks(left and 'LPUSH' or 'RPUSH', source, behind)
  end
end)

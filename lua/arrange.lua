-- SPDX-License-Identifier: GPL-3.0-or-later
-- Lets elements of a list change places among themselves, so that what is to be taken comes to an end of it, or what
-- was put back at an end comes to where it was.
-- Promise: nothing enters or leaves the list, and nothing happens unless the elements are those that the caller read.
-- Others may have pushed or popped meanwhile: the elements are found where they have shifted to.
--
-- KEYS  1 the escrow of the batch to come, which is not touched; 2 the list
-- ARGV  1, 2 see prelude.lua; 3 parameters as JSON:
--       side    "left" | "right": the end from which places are counted, the outermost being 0
--       ranges  the places, as [first, count]; what lies there, one range after the other, is the window
--       take    which of the window (1, 2, …) comes to each of its places
--       digest  SHA-1 of the window as it was read: of each element its length, ":" and its outline
--       slack   how far it may have shifted
--       4 the outline of the first element of the window
-- An outline is the element, or of more than 1,024 bytes the first and the last 512: SHA-1 takes 3 ns a byte. What
-- changes places is what lies there in any case.
-- Returns how far it had shifted, in digits; nil when it was not found: nothing has happened.
-- Calls on source: LRANGE LSET
-- Cost  O(window · places from the end, in nodes of the list).

local source = KEYS[2]
local wrong = holdsOther(source, 'list') or forbids({ 'LSET', source, '0', 'x' })
if wrong then
  return wrong
end
local p = cjson.decode(ARGV[3])
local left = p.side == 'left'

local function range(first, count)
  if left then
    return redis.call('LRANGE', source, first, first + count - 1)
  end
  local mirrored, found = redis.call('LRANGE', source, -first - count, -first - 1), {}
  for i = #mirrored, 1, -1 do
    found[#found + 1] = mirrored[i]
  end
  return found
end

local function windowAt(shift)
  local window, text = {}, {}
  for _, places in ipairs(p.ranges) do
    if places[1] + shift < 0 then
      return nil
    end
    for _, element in ipairs(range(places[1] + shift, places[2])) do
      window[#window + 1] = element
      text[#text + 1] = #element .. ':' .. outline(element)
    end
  end
  return #window == #p.take and redis.sha1hex(table.concat(text)) == p.digest and window or nil
end

local shift = 0
local window = windowAt(0)
if not window and p.slack > 0 then
  local from = math.max(0, p.ranges[1][1] - p.slack)
  for i, element in ipairs(range(from, 2 * p.slack + 1)) do
    if not window and outline(element) == ARGV[4] then
      shift = from + i - 1 - p.ranges[1][1]
      window = windowAt(shift)
    end
  end
end
if not window then
  return false
end
local at = 1
for _, places in ipairs(p.ranges) do
  for place = places[1] + shift, places[1] + shift + places[2] - 1 do
    if p.take[at] ~= at then
      redis.call('LSET', source, left and place or -place - 1, window[p.take[at]])
    end
    at = at + 1
  end
end
return tostring(shift)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Moves frozen members of a set or sorted set to another place, or out of the collection into the escrow alone.
-- Promise: only a member that is still as it was shown (the same score, its own or the guard's) is touched; see
-- moving.lua for the rest.
--
-- KEYS, ARGV, returns  see moving.lua; further parameters: source "set" | "zset"
-- Run again for the same batch it changes nothing and returns the same.
-- Calls on set: SMISMEMBER SREM
-- Calls on zset: ZMSCORE ZREM
-- Cost  O(items · log n).

local isSorted = p.source == 'zset'
local wrong = refused(p.source, { { isSorted and 'ZREM' or 'SREM', source, 'x' } })
if wrong then
  return wrong
end

local free = judge()
local members = {}
-- The caller's pages may have overlapped while others worked: of a member that is named twice only the first is taken.
local once = {}
local function first(item)
  local isFirst = not once[item.element]
  once[item.element] = true
  return isFirst
end
for i, item in ipairs(free) do
  members[i] = item.element
end
if #members > 0 and isSorted then
  local scores = redis.call('ZMSCORE', source, unpack(members))
  for i, item in ipairs(free) do
    local score = scores[i]
    item.score = score or ''
    item.found = score and (item.expected == '' or score == item.expected or tonumber(score) == tonumber(item.expected))
      and first(item)
  end
elseif #members > 0 then
  local present = redis.call('SMISMEMBER', source, unpack(members))
  local scores = guard and redis.call('ZMSCORE', guard, unpack(members))
  for i, item in ipairs(free) do
    item.found = present[i] == 1
      and (not guard or scores[i] and tonumber(scores[i]) == tonumber(item.expected)) and first(item)
  end
end

return settle(0, 0, function(taken)
  inChunks(isSorted and 'ZREM' or 'SREM', source, taken)
end)

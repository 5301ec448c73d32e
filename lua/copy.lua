-- SPDX-License-Identifier: GPL-3.0-or-later
-- Adds copies of elements to a list in another slot of a cluster than the list they leave next (crossslot.h).
-- Promise: a batch adds its copies once. The mark keeps the arguments that let the originals leave, so that recovery
-- can complete a move that was cut off, and no copy stays.
--
-- KEYS  1 mark of these copies: as the escrow of a batch; 2 target
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush"; 4 Unix ms, as expireAt of moving.lua; 5 how many strings let one
--       original leave; 6 the parameters of that; then for each copy its bytes and those strings, in the order in which
--       they are pushed
-- Returns what the mark holds: "1 <copies> <taken back again>", the parameters, then for each copy the same as in ARGV.
-- Calls on source: EXISTS PEXPIREAT PERSIST PTTL
-- Calls on lpush: LPUSH LPOS LREM
-- Calls on rpush: RPUSH LPOS LREM
-- Cost  O(copies).

local target = KEYS[2]
local command = ARGV[3]
local width = 1 + tonumber(ARGV[5])
local expiry = expiryBack(target, ARGV[4])
-- Also what copy_back.lua needs.
local wrong = holdsOther(target, 'list')
  or forbids({ command, target, 'x' }, { 'LPOS', target, 'x' }, { 'LREM', target, '1', 'x' },
    { 'LINDEX', KEYS[1], '0' }, { 'LSET', KEYS[1], '0', 'x' }, { 'LTRIM', KEYS[1], '0', '1' }, expiry)
if wrong then
  return wrong
end

local log, pushed = { '', ARGV[6] }, {}
for i = 7, #ARGV, width do
  pushed[#pushed + 1] = ARGV[i]
  note(log, unpack(ARGV, i, i + width - 1))
end
log[1] = string.format('1 %d 0', #pushed)
inChunks(command, target, pushed)
if expiry and #pushed > 0 then
  redis.call(unpack(expiry))
end
keep(log)
return log

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Adds copies of elements to a list or stream in another slot of a cluster than the key they leave next (crossslot.h).
-- Promise: a batch adds its copies once. The mark keeps the arguments that let the originals leave, so that recovery
-- can complete a move that was cut off, and no copy stays.
--
-- KEYS  1 mark of these copies: as the escrow of a batch; 2 target
-- ARGV  1, 2 see prelude.lua; 3 "lpush" | "rpush" | "xadd"; 4 Unix ms, as expireAt of moving.lua; 5 how many strings
--       let one original leave; 6 the parameters of that; then for each copy its bytes and those strings, in the order
--       in which they are pushed; for a stream its fields, packed, in place of the bytes
-- Returns what the mark holds: "1 <copies> <taken back again>", the parameters, then for each copy the same as in ARGV;
--       for a stream the id of the copy in place of the fields.
-- Calls on source: EXISTS PEXPIREAT PERSIST PTTL
-- Calls on lpush: LPUSH LPOS LREM
-- Calls on rpush: RPUSH LPOS LREM
-- Calls on xadd: XADD XDEL
-- Cost  O(copies).

local target = KEYS[2]
local command = ARGV[3]
local width = 1 + tonumber(ARGV[5])
local expiry = expiryBack(target, ARGV[4])
local isStream = command == 'xadd'
-- Also what copy_back.lua and drop_copies.lua need.
local wrong = holdsOther(target, isStream and 'stream' or 'list')
if not wrong and isStream then
  wrong = forbids({ command, target, '*', 'x', 'x' }, { 'XDEL', target, '0-0' })
elseif not wrong then
  wrong = forbids({ command, target, 'x' }, { 'LPOS', target, 'x' }, { 'LREM', target, '1', 'x' },
    { 'LINDEX', KEYS[1], '0' }, { 'LSET', KEYS[1], '0', 'x' }, { 'LTRIM', KEYS[1], '0', '1' }, expiry)
end
if wrong then
  return wrong
end

local log, pushed = { '', ARGV[6] }, {}
for i = 7, #ARGV, width do
  local copy = ARGV[i]
  if isStream then
    copy = server.pcall(command, target, '*', unpack(cmsgpack.unpack(copy)))
    if type(copy) == 'table' then -- it failed: those before it go again
      inChunks('XDEL', target, pushed)
      return copy
    end
  end
  pushed[#pushed + 1] = copy
  note(log, copy, unpack(ARGV, i + 1, i + width - 1))
end
log[1] = string.format('1 %d 0', #pushed)
if not isStream then
  inChunks(command, target, pushed)
end
if expiry and #pushed > 0 then
  redis.call(unpack(expiry))
end
keep(log)
return log

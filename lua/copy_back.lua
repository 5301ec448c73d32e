-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes copies back whose originals did not leave (crossslot.h), in parts; the last part lets their mark go.
-- Promise: a copy is taken once, and nothing else: the mark says which parts were done. One that another has taken is
-- left.
--
-- KEYS  1 mark of the copies (copy.lua); 2 target
-- ARGV  1 "lpush" | "rpush"; 2 greatest distance from that end; 3 "trim": no original has left, and the mark keeps the
--       copies that are still there, the first ones; "count": it counts those that were looked for; 4 strings in the
--       mark, or copies counted, before this part; 5 after it ("": it is the last); 6 server time in Unix ms after
--       which the request is void; then the copies
-- Returns { number of copies that were taken back }; -1 if this part was done before.
-- Calls on escrow: TIME LINDEX LLEN LSET LTRIM UNLINK
-- Calls on lpush: LPOS LREM
-- Calls on rpush: LPOS LREM
-- Cost  O(copies · distance).

local mark, target = KEYS[1], KEYS[2]
local rank, trims, next = ARGV[1] == 'lpush' and 1 or -1, ARGV[3] == 'trim', ARGV[5]
local now = redis.call('TIME')
if now[1] * 1000 + now[2] / 1000 > tonumber(ARGV[6]) then
  return redis.error_reply('PLIMSOLLLATE the request came after its deadline')
end
local header = redis.call('LINDEX', mark, 0)
local copies, counted = (header or ''):match('^1 (%d+) (%d+)$')
local at = trims and redis.call('LLEN', mark) or tonumber(counted)
if not copies or at ~= tonumber(ARGV[4]) then
  return { '-1' }
end
for _, command in ipairs(redis.acl_check_cmd and { 'LPOS', 'LREM' } or {}) do
  local known, allowed = pcall(redis.acl_check_cmd, command, target, '1', 'x')
  if not (known and allowed) then
    return redis.error_reply('NOPERM ' .. command .. ' on ' .. target .. ' is not permitted')
  end
end
local taken = 0
for i = 7, #ARGV do
  local isNear = redis.call('LPOS', target, ARGV[i], 'RANK', rank, 'MAXLEN', ARGV[2])
  taken = taken + (isNear and redis.call('LREM', target, rank, ARGV[i]) or 0)
end
if next == '' then
  redis.call('UNLINK', mark)
elseif trims then
  redis.call('LTRIM', mark, 0, next - 1)
else
  redis.call('LSET', mark, 0, '1 ' .. copies .. ' ' .. next)
end
return { tostring(taken) }

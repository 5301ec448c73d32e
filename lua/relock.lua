-- SPDX-License-Identifier: GPL-3.0-or-later
-- Locks a released lock again for its former holder and the rest of its lease, unless another client holds it now.
-- Promise: no lease is extended. One that has ended meanwhile stays ended, and a new holder keeps the lock.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the lock
-- ARGV  1, 2 see prelude.lua; 3 end of the lease, Unix ms, or "" for never; 4 the token
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> <ended: 0|1> -1", then if it is locked again "m", the
--       token, "", "".
-- Calls on source: EXISTS SET
-- Cost  O(1).

local lock = KEYS[2]
local wrong = forbids({ 'SET', lock, 'x' })
if wrong then
  return wrong
end

local at = ARGV[3] ~= '' and timeAhead(ARGV[3])
local log
if at == nil then
  log = { '1 0 0 0 1 1 -1' }
elseif redis.call('EXISTS', lock) == 1 then
  log = { '1 0 0 0 1 0 -1' }
else
  log = { '1 1 0 0 0 0 -1', 'm', ARGV[4], '', '' }
end
keep(log)
if #log > 1 then
  if at then
    redis.call('SET', lock, ARGV[4], 'PXAT', at)
  else
    redis.call('SET', lock, ARGV[4])
  end
end
return log

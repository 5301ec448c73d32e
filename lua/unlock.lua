-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a lock that is still held with the token that was shown: compares and deletes in one step, so that the lease
-- of a later holder stays.
-- Promise: nothing is lost. The token and the end of the lease are kept before the key is removed.
--
-- KEYS  1 escrow of this batch; 2 the lock
-- ARGV  1, 2 see prelude.lua; 3 the token
-- Returns what the escrow holds: a header "1 0 0 <removed> <skipped> 0 <expiry before, Unix ms, or -1>", then if it was
--       released "r", the token, "", "".
-- Calls on source: STRLEN GET PTTL UNLINK
-- Cost  O(1).

local lock = KEYS[2]
local wrong = holdsOther(lock, 'string') or forbids({ 'UNLINK', lock })
if wrong then
  return wrong
end

local expiry = expiryOf(lock)
-- A value of another length is not read: it may be of any.
if redis.call('STRLEN', lock) ~= #ARGV[3] or redis.call('GET', lock) ~= ARGV[3] then
  local log = { '1 0 0 0 1 0 -1' }
  keep(log)
  return log
end
local log = { '1 0 0 1 0 0 ' .. (expiry >= 0 and timeText(expiry) or '-1'), 'r', ARGV[3], '', '' }
keep(log)
redis.call('UNLINK', lock)
return log

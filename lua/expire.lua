-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets when a collection expires, or that it does not, and says how it was before.
-- Promise: nothing is lost. A time that has passed is not set: it would delete the collection. An expiry that was
-- changed since it was shown stays: who renewed it needs the collection longer.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the collection's key
-- ARGV  1, 2 see prelude.lua; 3 when the collection expires, Unix ms, or "" for never;
--       4 when it has to expire now, Unix ms, "-1" for never, or "" for any
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> <why: 0 no key, 1 passed, 2 changed since> -1", then
--       where it was changed "m", the key, expiry before as Unix ms ("" for never), "".
-- Calls on source: PTTL PEXPIREAT PERSIST
-- Cost  O(1).

local target = KEYS[2]
local wrong = forbids({ 'PEXPIREAT', target, '1' }, { 'PERSIST', target })
if wrong then
  return wrong
end

local log
local before = expiryOf(target)
local at = ARGV[3] ~= '' and timeAhead(ARGV[3])
if before == -2 then
  log = { '1 0 0 0 1 0 -1' }
elseif ARGV[4] ~= '' and before ~= tonumber(ARGV[4]) then
  log = { '1 0 0 0 1 2 -1' }
elseif at == nil then
  log = { '1 0 0 0 1 1 -1' }
else
  if at then
    redis.call('PEXPIREAT', target, at)
  else
    redis.call('PERSIST', target)
  end
  log = { '1 1 0 0 0 0 -1', 'm', target, before >= 0 and timeText(before) or '', '' }
end
keep(log)
return log

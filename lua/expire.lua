-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets when a collection expires, or that it does not, and says how it was before.
-- Promise: nothing is lost. A time that has passed is not set: it would delete the collection.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the collection's key
-- ARGV  1, 2 see prelude.lua; 3 when the collection expires, Unix ms, or "" for never
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> <passed: 0|1> -1", then where it was changed "m", the
--       key, expiry before as Unix ms ("" for never), "".
-- Cost  O(1).

local target = KEYS[2]
local wrong = forbids({ 'PEXPIREAT', target, '1' }, { 'PERSIST', target })
if wrong then
  return wrong
end

local log
local before = expiryOf(target)
local now = redis.call('TIME')
local passed = ARGV[3] ~= '' and tonumber(ARGV[3]) <= now[1] * 1000 + now[2] / 1000
if before == -2 then
  log = { '1 0 0 0 1 0 -1' }
elseif passed then
  log = { '1 0 0 0 1 1 -1' }
else
  if ARGV[3] == '' then
    redis.call('PERSIST', target)
  else
    redis.call('PEXPIREAT', target, ARGV[3])
  end
  log = { '1 1 0 0 0 0 -1', 'm', target, before >= 0 and string.format('%.0f', before) or '', '' }
end
keep(log)
return log

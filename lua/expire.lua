-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets when a collection expires, or that it does not, and says how it was before.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the collection's key
-- ARGV  1, 2 see prelude.lua; 3 when the collection expires, Unix ms, or "" for never
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> 0 -1", then where it was changed "m", the key,
--       expiry before as Unix ms ("" for never), "".
-- Cost  O(1).

local target = KEYS[2]
local wrong = forbids({ 'PEXPIREAT', target, '1' }, { 'PERSIST', target })
if wrong then
  return wrong
end

local log
local left = redis.call('PTTL', target)
if left == -2 then
  log = { '1 0 0 0 1 0 -1' }
else
  local before = ''
  if left >= 0 then
    local now = redis.call('TIME')
    before = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + left)
  end
  if ARGV[3] == '' then
    redis.call('PERSIST', target)
  else
    redis.call('PEXPIREAT', target, ARGV[3])
  end
  log = { '1 1 0 0 0 0 -1', 'm', target, before, '' }
end
keep(log)
return log

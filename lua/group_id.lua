-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets from where on groups of a stream read.
-- Promise: only a group that has read as far as was shown is changed: what it was given since is not given again, and
-- nothing that came meanwhile is skipped unseen. No entry is changed.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the stream
-- ARGV  1, 2 see prelude.lua; then group, how far it had read as shown, and how far it is to have read for each:
--       "<id> <entries read, or nothing where that is not known>"
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> 0 -1", then four values a group that was changed: "m",
--       group, how far it had read, how far it has read now.
-- Calls on source: XINFO|GROUPS XGROUP|SETID
-- Cost  O(groups).

local source = KEYS[2]
local wrong = holdsOther(source, 'stream') or forbids({ 'XINFO', 'GROUPS', source })
if not wrong and forbidsOne({ { 'XGROUP', 'SETID', source, 'x', '0' } }) then
  wrong = redis.error_reply('NOPERM XGROUP SETID on ' .. source .. ' is not permitted')
end
if wrong then
  return wrong
end

-- Last id read by each group, by name.
local read = {}
local said = server.pcall('XINFO', 'GROUPS', source) -- an error: there is no such key any more
for _, group in ipairs(not said.err and said or {}) do
  local of = {}
  for i = 1, #group, 2 do
    of[group[i]] = group[i + 1]
  end
  local count = of['entries-read']
  read[of.name] = of['last-delivered-id'] .. ' ' .. (count and string.format('%.0f', count) or '')
end

local function idOf(text)
  return text:match('^%S+')
end
local log, moved, skipped = { '' }, 0, 0
for i = 3, #ARGV, 3 do
  local before = read[ARGV[i]]
  if before and idOf(before) == idOf(ARGV[i + 1]) then
    moved = moved + 1
    note(log, 'm', ARGV[i], before, ARGV[i + 2])
  else
    skipped = skipped + 1
  end
end
log[1] = string.format('1 %d 0 0 %d 0 -1', moved, skipped)
keep(log)
for i = 2, #log, 4 do
  local id, count = log[i + 3]:match('^(%S+) (%d*)$')
  if count == '' then
    redis.call('XGROUP', 'SETID', source, log[i + 1], id)
  else
    redis.call('XGROUP', 'SETID', source, log[i + 1], id, 'ENTRIESREAD', count)
  end
end
return log

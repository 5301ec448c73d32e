-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes consumers of a group of a stream away, and makes them again.
-- Promise: nothing is lost. With a consumer the server drops all that is pending at it, and nobody gets that again: so
-- only one goes at which nothing is pending at this moment.
--
-- KEYS  1 escrow of this batch; 2 the stream
-- ARGV  1, 2 see prelude.lua; 3 "remove" | "make"; 4 the group; then the consumers
-- Returns what the escrow holds: a header "1 <made> 0 <removed> <skipped> <of them: hold something> -1", then four
--       values a consumer that was changed: "m" made or "r" removed, its name, "", "".
-- Calls on source: XINFO|CONSUMERS XPENDING XGROUP|CREATECONSUMER XGROUP|DELCONSUMER
-- Cost  O(consumers of the group).

local source, makes, group = KEYS[2], ARGV[3] == 'make', ARGV[4]
local wrong = holdsOther(source, 'stream') or forbids({ 'XINFO', 'CONSUMERS', source, group },
  { 'XPENDING', source, group })
local subcommand = 'DELCONSUMER'
if makes then
  subcommand = 'CREATECONSUMER'
end
if not wrong and forbidsOne({ { 'XGROUP', subcommand, source, group, 'x' } }) then
  wrong = redis.error_reply('NOPERM XGROUP ' .. subcommand .. ' on ' .. source .. ' is not permitted')
end
if wrong then
  return wrong
end

local there = {}
local said = server.pcall('XINFO', 'CONSUMERS', source, group) -- an error: there is no such group any more
for _, consumer in ipairs(not said.err and said or {}) do
  for i = 1, #consumer, 2 do
    there[consumer[i] == 'name' and consumer[i + 1] or false] = true
  end
end
local log, changed, skipped, holding = { '' }, 0, 0, 0
for i = 5, #ARGV do
  local name = ARGV[i]
  local holds = not makes and there[name] and #redis.call('XPENDING', source, group, '-', '+', 1, name) > 0
  if said.err or (makes and there[name]) or (not makes and not there[name]) or holds then
    skipped = skipped + 1
    holding = holding + (holds and 1 or 0)
  else
    changed = changed + 1
    note(log, makes and 'm' or 'r', name, '', '')
  end
end
log[1] = string.format('1 %d 0 %d %d %d -1', makes and changed or 0, makes and 0 or changed, skipped, holding)
keep(log)
for i = 3, #log, 4 do
  redis.call('XGROUP', subcommand, source, group, log[i])
end
return log

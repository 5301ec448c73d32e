-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes consumers of a group of a stream away, and makes them again.
-- Promise: nothing is lost. With a consumer the server drops all that is pending at it, and nobody gets that again: so
-- only one goes at which nothing is pending at this moment.
--
-- KEYS  1 escrow of this batch; 2 the stream
-- ARGV  1, 2 see prelude.lua; 3 "remove" | "make"; 4 the group; then the consumers
-- Returns what the escrow holds: a header "1 <made> 0 <removed> <skipped> <of them: hold something> -1", then four
--       values a consumer that was changed: "m" made or "r" removed, its name, "", "".
-- Calls on source: XINFO|GROUPS XPENDING XGROUP|CREATECONSUMER XGROUP|DELCONSUMER
-- Calls on escrow: LSET
-- Cost  O(groups of the stream) a consumer, however many consumers a group has.

local source, makes, group = KEYS[2], ARGV[3] == 'make', ARGV[4]
local wrong = holdsOther(source, 'stream') or forbids({ 'LSET', KEYS[1], '0', 'x' }, { 'XINFO', 'GROUPS', source },
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

-- How many consumers the group has; nil where there is no such group any more. It tells whether one was there that has
-- been taken away: to list them (XINFO CONSUMERS) would hold the server where there are thousands.
local function consumersNow()
  local said = server.pcall('XINFO', 'GROUPS', source)
  for _, one in ipairs(not said.err and said or {}) do
    local told = {}
    for i = 1, #one, 2 do
      told[one[i]] = one[i + 1]
    end
    if told.name == group then
      return told.consumers
    end
  end
  return nil
end
local before = consumersNow()
-- First something that a server out of memory refuses, while nothing has changed.
redis.call('RPUSH', KEYS[1], '')
local log, changed, skipped, holding = {}, 0, 0, 0
for i = 5, #ARGV do
  local name = ARGV[i]
  local holds = before and not makes and #redis.call('XPENDING', source, group, '-', '+', 1, name) > 0
  local isChanged = false
  if before and makes then
    isChanged = redis.call('XGROUP', subcommand, source, group, name) == 1
  elseif before and not holds then
    redis.call('XGROUP', subcommand, source, group, name)
    local now = consumersNow()
    isChanged, before = now < before, now
  end
  if isChanged then
    changed = changed + 1
    note(log, makes and 'm' or 'r', name, '', '')
  else
    skipped = skipped + 1
    holding = holding + (holds and 1 or 0)
  end
end
local header = string.format('1 %d 0 %d %d %d -1', makes and changed or 0, makes and 0 or changed, skipped, holding)
inChunks('RPUSH', KEYS[1], log)
redis.call('LSET', KEYS[1], 0, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
table.insert(log, 1, header)
return log

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes consumers from a group of a stream, and creates them again.
-- Promise: nothing is lost. The server drops the pending entries of a removed consumer, and no other consumer ever gets
-- them. So a consumer is removed only if nothing is pending for it at this moment.
--
-- KEYS  1 escrow of this batch; 2 the stream
-- ARGV  1, 2 see prelude.lua; 3 "remove" | "make"; 4 the group; then the consumers
-- Returns what the escrow holds: a header "1 <made> 0 <removed> <skipped> <of them: hold something> -1", then four
--       values for each consumer changed: "m" made or "r" removed, its name, "", "".
-- Calls on source: XINFO|GROUPS XPENDING XGROUP|CREATECONSUMER XGROUP|DELCONSUMER
-- Calls on escrow: LSET
-- Cost  O(groups of the stream) for each consumer, regardless of the number of consumers.

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

-- Number of consumers of the group; nil if the group no longer exists. A lower number tells that a consumer was there
-- and has been removed; listing thousands of them (XINFO CONSUMERS) would hold up the server.
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
-- Allocates memory first: a server out of memory refuses here, before anything has changed.
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

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Pending entries of a consumer group of a stream: gives them to another consumer, acknowledges them, or adds them
-- again (to the dead letters, or to be read anew) and then acknowledges them.
-- Promise: nothing is lost, and nothing is acknowledged unseen. Only an entry that is pending as it was shown is
-- touched: at the same consumer, with the same number of deliveries and the same last one. It is added before it is
-- acknowledged. An entry that is no longer in the stream is never claimed, for that would drop it from the pending
-- entries.
--
-- KEYS  1 escrow of this batch; 2 the stream; 3 where entries are added, with "dead" and "again"
-- ARGV  1, 2 see prelude.lua; 3 "claim" | "release" | "acknowledge" | "dead" | "again"; 4 the group; 5 the consumer
--       that gets them ("": none); 6 the consumer to remove with the last entry it holds ("": none); 7 maximum bytes of
--       entries, which only the first one may exceed; then for each entry its id and how it is pending: "<times
--       delivered> <when last, Unix ms> <consumer>"
-- Returns what the escrow holds: a header "1 <moved> <deadLettered> <removed> <skipped> <not looked at> -1 <of those
--       skipped: too many fields to be added by a script>", then four values for each entry touched: outcome (m, d, r),
--       id, how it was pending, and what it is now: pending at the other consumer in the same form, the id it was added
--       as, or "".
-- Calls on source: XPENDING XRANGE XCLAIM XACK XGROUP|DELCONSUMER
-- Calls on escrow: LSET
-- Calls on xadd: TYPE XADD
-- Cost  O(log n) for each entry, and its bytes.

local source, target = KEYS[2], KEYS[3]
local mode, group, consumer, passing, mostBytes = ARGV[3], ARGV[4], ARGV[5], ARGV[6], tonumber(ARGV[7])
local first = 8
local adds, claims = mode == 'dead' or mode == 'again', mode == 'claim' or mode == 'release'
local wrong = holdsOther(source, 'stream') or adds and holdsOther(target, 'stream')
  or forbids({ 'LSET', KEYS[1], '0', 'x' }, { 'XPENDING', source, group }, { 'XRANGE', source, '-', '+' },
    claims and { 'XCLAIM', source, group, consumer, '0', '0-0' } or { 'XACK', source, group, '0-0' },
    adds and { 'XADD', target, '*', 'x', 'x' } or nil)
if wrong then
  return wrong
end

-- Maximum difference in ms between two readings of the same delivery time.
local tolerance = 50
local function standing(deliveries, at, whose)
  return string.format('%s %.0f ', deliveries, at) .. whose -- %s ends at a zero byte
end
-- Number of deliveries as text, as it was shown: a number in Lua has fewer digits than the server's (2^53). nil if the
-- entry is not as it was shown.
local function deliveriesAsShown(entry, shown)
  local deliveries, at, whose = shown:match('^(%d+) (%d+) (.*)$')
  local isSame = deliveries and whose == entry[2] and tonumber(deliveries) == entry[4]
    and math.abs(entry.at - tonumber(at)) <= tolerance
  return isSame and deliveries or nil
end

-- Allocates memory first: a server out of memory refuses here, before anything has changed.
redis.call('RPUSH', KEYS[1], '')
local log, counts, skipped, left, bytes, tooMany = {}, { m = 0, d = 0, r = 0 }, 0, 0, 0, 0
local mostValues, perValue = 7000, 16 -- unpack() is bounded by Lua's stack; bytes that a value costs besides its own
local failed = false
for i = first, #ARGV, 2 do
  if failed or bytes >= mostBytes then
    left = math.floor((#ARGV - i) / 2) + 1
    break
  end
  local id, shown = ARGV[i], ARGV[i + 1]
  local entry = pendingEntry(source, group, id)
  local deliveries = entry and deliveriesAsShown(entry, shown)
  local held = deliveries and not (claims and entry[2] == consumer)
  local fields
  if held and mode ~= 'acknowledge' then
    local read = server.call('XRANGE', source, id, id)
    fields = read[1] and read[1][2]
    local size = 0
    for _, field in ipairs(fields or {}) do
      size = size + #field + perValue
    end
    if i > first and bytes + size > mostBytes then -- it begins the next batch
      left = math.floor((#ARGV - i) / 2) + 1
      break
    end
    bytes = bytes + size
  end
  bytes = bytes + 64
  local given, outcome
  if held and claims and fields then
    local at = mode == 'release' and entry.at or clock()
    server.call('XCLAIM', source, group, consumer, 0, id, 'TIME', string.format('%.0f', at), 'RETRYCOUNT',
      deliveries, 'JUSTID')
    given, outcome = standing(deliveries, at, consumer), 'm'
  elseif held and adds and fields and #fields > mostValues then
    tooMany = tooMany + 1
  elseif held and adds and fields then
    local added = server.pcall('XADD', target, '*', unpack(fields))
    if type(added) == 'table' then
      failed = added
      left = math.floor((#ARGV - i) / 2) + 1
      break
    end
    given, outcome = added, mode == 'dead' and 'd' or 'm'
    server.call('XACK', source, group, id)
  elseif held and mode == 'acknowledge' then
    server.call('XACK', source, group, id)
    given, outcome = '', 'r'
  end
  if outcome then
    counts[outcome] = counts[outcome] + 1
    note(log, outcome, id, standing(deliveries, entry.at, entry[2]), given)
  else
    skipped = skipped + 1
  end
end
-- Removes the passing consumer once it holds nothing.
if passing ~= '' and #log > 0 and not forbidsOne({ { 'XGROUP', 'DELCONSUMER', source, group, passing } }) then
  local holds = server.pcall('XPENDING', source, group, '-', '+', 1, passing)
  if not holds.err and #holds == 0 then
    server.pcall('XGROUP', 'DELCONSUMER', source, group, passing)
  end
end
if failed and #log == 0 and skipped == 0 then
  server.call('UNLINK', KEYS[1])
  return failed
end
inChunks('RPUSH', KEYS[1], log)
local header = string.format('1 %d %d %d %d %d -1 %d', counts.m, counts.d, counts.r, skipped, left, tooMany)
redis.call('LSET', KEYS[1], 0, header)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
table.insert(log, 1, header)
return log

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Cleans up entries that an index by time says have expired: removes the entry and the key it stands for, in one step.
-- Promise: nothing is lost. An entry is removed only with the time that was shown, so a postponed one stays. Its key
-- must be as it was shown, so a key that was rewritten or has another expiry stays, with its entry. A key that has
-- grown too large stays too. What is removed is kept first: the key as DUMP gives it, with its expiry.
--
-- Between slots of a cluster (crossclean.cpp) it is called for each key alone, then for the index alone.
--
-- KEYS  1 escrow of this batch; 2 the index (zset); then the key of each entry, where entries have keys. For a key
--       alone: 1 and 2 its own escrow, 3 the key
-- ARGV  1, 2 see prelude.lua; then for each entry: the entry, its score as shown, its key as shown ("-": absent, "+":
--       present, or the SHA-1 of its DUMP), and the range in which that key was to expire: Unix ms "<from>-<to>", or ""
--       for never. For the index alone, "~": the entry stays, or "!": it stays because its key changed; and what is to
--       be kept of its key
-- Returns what the escrow holds: a header "1 0 0 <removed> <skipped> <of them: key changed or too large> <expiry of the
--       index before, Unix ms, or -1>", then four values for each entry removed: "r", entry, score, and its key: "" if
--       absent, else "<expiry, Unix ms, or -1> <length of the key's name> <name><DUMP>".
-- Calls on source: ZSCORE ZREM PTTL
-- Calls on cleaned: TYPE LLEN HLEN SCARD ZCARD XLEN MEMORY|USAGE DUMP UNLINK PTTL
-- Calls between slots: RESTORE
-- Cost  O(log n) for each entry, plus the elements and bytes of its key.

local index, first = KEYS[2], 3
local largestKey, mostKeys = 512 * 1024, 1024 * 1024 -- bytes of one key, and of all keys; the caller has weighed them
local mostElements, elementsLeft = 2500, 10000 -- elements of one key, and of all; measuring one takes about 0.13 us
local isKeyAlone = index == KEYS[1]
local wrong
if isKeyAlone then -- it has to come back where its entry was postponed
  wrong = forbids() or forbidsOne({ { 'RESTORE', KEYS[3], '0', 'x' } })
else
  wrong = holdsOther(index, 'zset') or forbids({ 'ZREM', index, 'x' })
end
for i = 3, #KEYS do
  wrong = wrong or forbidsOne({ { 'DUMP', KEYS[i] }, { 'UNLINK', KEYS[i] } })
end
if wrong then
  return wrong
end

-- Bytes of memory a key takes. Every element counts: a sample would say nothing of the others.
local countBy = { list = 'LLEN', hash = 'HLEN', set = 'SCARD', zset = 'ZCARD', stream = 'XLEN' }
local function sizeOf(key)
  local command = countBy[redis.call('TYPE', key).ok]
  local count = command and redis.call(command, key) or 0
  if count > mostElements or count > elementsLeft then
    return math.huge
  end
  elementsLeft = elementsLeft - count
  return redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0') or 0
end

-- DUMP says nothing of an expiry, and who renews one needs the key for longer.
local function expiresAsShown(target, shown)
  local from, to = shown:match('^(%d+)-(%d+)$')
  local at = expiryOf(target)
  return from and at >= tonumber(from) and at <= tonumber(to) or not from and at == -1
end

local log, skipped, changed = { '' }, 0, 0
local members, targets = {}, {}
for i = first, #ARGV, 4 do
  local member, shown, standing = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local target = KEYS[3 + (i - first) / 4]
  local score = isKeyAlone and shown or redis.call('ZSCORE', index, member)
  local isAsShown = score and standing ~= '~' and (score == shown or tonumber(score) == tonumber(shown))
  local size = isAsShown and target and sizeOf(target) or 0
  local isTooLarge = size > largestKey or size > mostKeys
  mostKeys = isTooLarge and mostKeys or mostKeys - size
  local dump = isAsShown and target and not isTooLarge and redis.call('DUMP', target)
  local isOther = standing == '!' or isTooLarge or dump and (standing == '-'
    or #standing == 40 and redis.sha1hex(dump) ~= standing or not expiresAsShown(target, ARGV[i + 3]))
  if isAsShown and not isOther then
    local kept = target and '' or ARGV[i + 3]
    if dump then
      local expiry = expiryOf(target)
      kept = (expiry >= 0 and timeText(expiry) or '-1') .. ' ' .. #target .. ' ' .. target .. dump
      targets[#targets + 1] = target
    end
    members[#members + 1] = member
    note(log, 'r', member, score, kept)
  else
    skipped = skipped + 1
    changed = changed + (isOther and 1 or 0)
  end
end
local expiry = expiryOf(index)
log[1] = string.format('1 0 0 %d %d %d %s', #members, skipped, changed, expiry >= 0 and timeText(expiry) or '-1')
keep(log)
if not isKeyAlone then
  inChunks('ZREM', index, members)
end
for _, target in ipairs(targets) do
  redis.call('UNLINK', target)
end
return log

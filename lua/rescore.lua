-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives members of a sorted set another score: run now, postpone, and their undo.
-- Promise: only a member whose score is still the one that was shown is changed.
--
-- KEYS  1 escrow of this batch, which here is only its mark; 2 the sorted set
-- ARGV  1, 2 see prelude.lua; then member, score as shown, new score for each
-- Returns what the mark holds: a header "1 <moved> 0 0 <skipped> 0 -1", then four values a member that was changed:
--       "m", member, score before, score now.
-- Calls on source: ZSCORE ZADD
-- Cost  O(members · log n).

local source = KEYS[2]
local wrong = holdsOther(source, 'zset') or forbids({ 'ZADD', source, '1', 'x' })
for i = 5, #ARGV, 3 do
  wrong = wrong or badScore(ARGV[i])
end
if wrong then
  return wrong
end

local log, moved, skipped = { '' }, 0, 0
for i = 3, #ARGV, 3 do
  local score = redis.call('ZSCORE', source, ARGV[i])
  if score and (score == ARGV[i + 1] or tonumber(score) == tonumber(ARGV[i + 1])) then
    redis.call('ZADD', source, 'XX', ARGV[i + 2], ARGV[i])
    moved = moved + 1
    note(log, 'm', ARGV[i], score, ARGV[i + 2])
  else
    skipped = skipped + 1
  end
end
log[1] = string.format('1 %d 0 0 %d 0 -1', moved, skipped)
keep(log)
return log

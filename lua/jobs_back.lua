-- SPDX-License-Identifier: GPL-3.0-or-later
-- Undo of the scripts of lua/frameworks: reverts the changes of each job, the last one first.
-- Promise: nothing is taken from who has it now. A job goes back only while every change of it stands as it was made;
-- what only woke workers is reverted where it can be, and never stands in the way.
--
-- KEYS, ARGV and what it returns: see jobs.lua
-- Cost  as of the script it reverts; a job is looked for in the list it was put on

local wrong = holdsOther(source, held) or forbids({ 'LSET', KEYS[1], '0', 'x' })
for _, item in ipairs(wrong and {} or items) do
  item.doing = cmsgpack.unpack(item.changes)
  wrong = wrong or refusal(item.doing, 'reverts')
end
if wrong then
  return wrong
end

-- Other keys that need it: none of them may exist.
local function isBarred(change)
  local unless = change.unless
  return unless and redis.call('EXISTS', unpack(type(unless) == 'table' and unless or { unless })) > 0
end

local function stands(change, item)
  local kind = kinds[change.does]
  return not kind.stands or kind.stands(change, valueOf(change, item))
end

return settle('m', eachUntilEnough, function(item)
  local changes = item.doing
  spend(bytesOf(changes))
  for _, change in ipairs(changes) do
    if not change.loose and not stands(change, item) then
      return nil
    end
  end
  local reverted = {}
  for i = #changes, 1, -1 do
    local change = changes[i]
    local isMeant = kinds[change.does].revert and not isBarred(change)
      and not (change.loose and not stands(change, item))
    if isMeant and not pcall(revert, change, item) then
      for j = #reverted, 1, -1 do -- refused: the job stays as it is
        make(reverted[j], item)
      end
      return nil
    elseif isMeant then
      reverted[#reverted + 1] = change
    end
  end
  return { '', '', '', '' }
end)

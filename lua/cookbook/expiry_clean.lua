-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deadlines, run periodically: closes those of the given things that are due, with all their parts in one step. The
-- cleaner reads the index first (ZRANGE index -inf NOW BYSCORE LIMIT 0 100), so that it can name every key.
-- Promise: nothing is closed before its deadline, even if that was postponed after the index was read; a cleaner that
-- was away finds everything that fell due meanwhile.
--
-- KEYS  1 index (zset: deadline, Unix ms); 2 open (set); then the things (strings)
-- ARGV  the id of each thing
-- Returns the ids that were closed.
-- Cost  O(ids × log n).

-- Fails on a key of the wrong type before anything is written.
redis.call('SCARD', KEYS[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local closed = {}
for i, id in ipairs(ARGV) do
  local due = redis.call('ZSCORE', KEYS[1], id)
  if due and tonumber(due) <= now then
    redis.call('ZREM', KEYS[1], id)
    redis.call('SREM', KEYS[2], id)
    redis.call('UNLINK', KEYS[i + 2])
    closed[#closed + 1] = id
  end
end
return closed

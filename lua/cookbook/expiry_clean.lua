-- SPDX-License-Identifier: GPL-3.0-or-later
-- Deadlines, every now and then: closes what is due of those named, all its parts in one. Whoever cleans reads the
-- index first (ZRANGE index -inf NOW BYSCORE LIMIT 0 100), so that every key can be named.
-- Promise: nothing is closed before its deadline, whatever was put off since it was read; a cleaner that was away
-- finds everything that fell due meanwhile.
--
-- KEYS  1 index (zset: deadline, Unix ms); 2 open (set); then the things (strings)
-- ARGV  the id of each thing
-- Returns the ids that were closed.
-- Cost  O(ids × log n).

-- A key of another type is found out before anything is written.
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

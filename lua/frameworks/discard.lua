-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes jobs from their key alone, for frameworks that store nothing else about them.
-- Promise: only what is as it was shown is taken, by its exact bytes.
--
-- KEYS, ARGV and what it returns: see jobs.lua
-- Calls on zset: ZSCORE ZREM ZADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on set: SISMEMBER SREM SADD PTTL EXISTS PEXPIREAT PERSIST
-- Calls on list: LLEN LPOS LREM LPUSH RPUSH PTTL EXISTS PEXPIREAT PERSIST
-- Cost  O(log n) a job; of a list O(n), from its old end

return operate(function(item)
  local taken = take(item)
  return taken and { taken }
end)

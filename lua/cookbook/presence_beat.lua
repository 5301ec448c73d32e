-- SPDX-License-Identifier: GPL-3.0-or-later
-- Presence: records that a member is here; each member sends this repeatedly. Also forgets members not seen for long.
-- Promise: no member stays forever, whether or not it says goodbye (ZREM).
--
-- KEYS  1 last seen (zset: Unix ms)
-- ARGV  1 member; 2 window within which a member counts as here (ms): a few beats
-- Returns 1 if the member is new, else 0.
-- Cost  O(log n) for the member and each one forgotten, at most a hundred.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = math.floor(10 * ARGV[2])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - kept, 'LIMIT', 0, 100)
if #gone > 0 then
  redis.call('ZREM', KEYS[1], unpack(gone))
end
local new = redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], kept) -- expires the key after the last member has left
return new

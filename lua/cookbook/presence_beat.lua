-- SPDX-License-Identifier: GPL-3.0-or-later
-- Presence: somebody is here. Sent again and again while he is; what was not heard of for long is forgotten on the way.
-- Promise: nobody stays for ever, whether he says goodbye (ZREM) or not.
--
-- KEYS  1 last seen (zset: Unix ms)
-- ARGV  1 who; 2 window in which somebody counts as here (ms): a few beats
-- Returns 1 who was not known, 0 who was.
-- Cost  O(log n), and those forgotten, a hundred at the most.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = math.floor(10 * ARGV[2])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - kept, 'LIMIT', 0, 100)
if #gone > 0 then
  redis.call('ZREM', KEYS[1], unpack(gone))
end
local new = redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], kept) -- when nobody is here any more, nobody forgets
return new

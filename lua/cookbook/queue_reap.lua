-- SPDX-License-Identifier: GPL-3.0-or-later
-- Work queue, run periodically: returns overdue jobs from processing to the end that workers take from next or, after
-- the last attempt, moves them to the dead letters. A job in processing without a lease (its worker died between the
-- two steps) gets a lease, and is overdue when that ends.
-- Promise: a job is always in one of the three lists.
--
-- KEYS  1 processing (list); 2 leases (zset); 3 ready (list, taken from the right); 4 dead (list); 5 attempts (hash)
-- ARGV  1 lease (ms); 2 maximum attempts; 3 maximum number of jobs
-- Returns the numbers of jobs returned, moved to the dead letters, and given a lease.
-- Cost  O(ARGV 3 × jobs in processing).

-- Fails on a key of the wrong type before anything is written.
local length = redis.call('LLEN', KEYS[1])
redis.call('LLEN', KEYS[3])
redis.call('LLEN', KEYS[4])
redis.call('HLEN', KEYS[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local back, dead, leased = 0, 0, 0
for _, job in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ARGV[3])) do
  if redis.call('LPOS', KEYS[1], job) then
    -- First of all: it fails where the count is no number, and then the job has to be where it was.
    if redis.call('HINCRBY', KEYS[5], job, 1) >= tonumber(ARGV[2]) then
      redis.call('LPUSH', KEYS[4], job)
      redis.call('HDEL', KEYS[5], job)
      dead = dead + 1
    else
      redis.call('RPUSH', KEYS[3], job) -- guard
      back = back + 1
    end
    redis.call('LREM', KEYS[1], 1, job)
  end
  redis.call('ZREM', KEYS[2], job)
end
-- Somewhere else each time, round the end: none waits behind those that are long under way.
local count = tonumber(ARGV[3])
local from = length > count and time[2] % length or 0
for _, at in ipairs({ from, from - length }) do
  if at + count > 0 then
    for _, job in ipairs(redis.call('LRANGE', KEYS[1], math.max(at, 0), at + count - 1)) do
      leased = leased + redis.call('ZADD', KEYS[2], 'NX', now + tonumber(ARGV[1]), job)
    end
  end
end
return { back, dead, leased }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- A worker of the demonstration takes jobs, from the highest priority down; each is in processing before it is out of
-- reach for others, so that a crash loses none.
-- KEYS: 1 processing (zset: visibility deadline); 2… ready lists, highest priority first
-- ARGV: 1 deadline (Unix ms); 2 how many at most
-- Returns: the jobs taken. Cost: O(jobs taken × log(processing)).
local taken = {}
for list = 2, #KEYS do
    while #taken < tonumber(ARGV[2]) do
        local job = redis.call('RPOP', KEYS[list])
        if not job then
            break
        end
        redis.call('ZADD', KEYS[1], ARGV[1], job)
        taken[#taken + 1] = job
    end
end
return taken

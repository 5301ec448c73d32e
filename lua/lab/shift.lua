-- SPDX-License-Identifier: GPL-3.0-or-later
-- Slow motion of the Lab: makes all times that the server keeps as if ARGV[1] ms more had passed.
-- KEYS: the keys of the experiment; missing ones are skipped.
-- ARGV[1]: ms.
-- Returns: nothing. Complexity: the elements of the sorted sets and the pending entries of the streams.
-- A key whose time is up is deleted, which raises no event of its expiry. Scores are times if they are Unix ms.
local shift = tonumber(ARGV[1])
local unixTime = 1e12
for _, key in ipairs(KEYS) do
    local left = redis.call('PTTL', key)
    if left >= 0 then
        redis.call('PEXPIRE', key, left - shift)
    end
    local kind = redis.call('TYPE', key).ok
    if kind == 'zset' then
        local members = redis.call('ZRANGEBYSCORE', key, unixTime, '+inf')
        for _, member in ipairs(members) do
            redis.call('ZINCRBY', key, -shift, member)
        end
    elseif kind == 'stream' then
        for _, group in ipairs(redis.call('XINFO', 'GROUPS', key)) do
            for _, entry in ipairs(redis.call('XPENDING', key, group[2], '-', '+', 1000)) do
                redis.call('XCLAIM', key, group[2], entry[2], 0, entry[1], 'IDLE', entry[3] + shift, 'RETRYCOUNT',
                    entry[4], 'JUSTID')
            end
        end
    end
end

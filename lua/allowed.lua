-- SPDX-License-Identifier: GPL-3.0-or-later
-- Which of some commands this user may not run, from Redis 7 on. Runs alone, without the prelude.
-- Promise: reads nothing and changes nothing.
--
-- ARGV  for each command the number of its words, then these
-- Returns the numbers of those that are refused, from 0.
-- Cost  O(words).

if not redis.acl_check_cmd then
  return redis.error_reply('PLIMSOLLOLD this server does not let scripts ask')
end
local refused, at, number = {}, 1, 0
while at <= #ARGV do
  local words = tonumber(ARGV[at])
  local known, allowed = pcall(redis.acl_check_cmd, unpack(ARGV, at + 1, at + words))
  if not (known and allowed) then
    refused[#refused + 1] = number
  end
  at = at + words + 1
  number = number + 1
end
return refused

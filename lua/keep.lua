-- SPDX-License-Identifier: GPL-3.0-or-later
-- Keeps what a batch between slots of a cluster is about to do (crossclean.cpp), so that recovery can complete it.
--
-- KEYS  1 mark of the batch: as its escrow
-- ARGV  1, 2 see prelude.lua; then the strings to keep
-- Returns what the mark holds: those strings.
-- Cost  O(strings).

local wrong = forbids()
if wrong then
  return wrong
end
local strings = {}
for i = 3, #ARGV do
  strings[#strings + 1] = ARGV[i]
end
keep(strings)
return strings

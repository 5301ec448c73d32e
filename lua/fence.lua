-- SPDX-License-Identifier: GPL-3.0-or-later
-- Reads what a batch left, or makes sure that a batch which has not run never will.
-- Promise: a request that is still on its way from a process that died finds the fence and does nothing.
--
-- KEYS  1 escrow of this batch
-- ARGV  1, 2 see prelude.lua; 1 outlives the request
-- Returns what the escrow holds (prelude.lua), or "void" where it held nothing, which it then does.
-- Cost  O(elements in the escrow).

local wrong = forbids()
if wrong then
  return wrong
end
keep({ 'void' })
return { 'void' }

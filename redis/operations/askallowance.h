// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/workspace.h"

#include <stop_token>

namespace plimsoll::redis {

class Client;

/// Asks the server whether its scripts would be permitted on the collections of a workspace (of the first hundred), by
/// ACL DRYRUN where this user may, else by a script that asks (Redis 7), else by queueing the commands and discarding
/// them. Nothing is run or changed.
Allowance askAllowance(Client &client, const Workspace &workspace, const std::stop_token &stop = {});

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <sched.h>

namespace plimsoll::testing {

/// Lets a server go first, where that is permitted: what it measures of itself is then hardly ever what others on this
/// machine do.
inline void letGoFirst(const RedisServer &server)
{
    sched_param lowest{};
    lowest.sched_priority = sched_get_priority_min(SCHED_RR);
    static_cast<void>(sched_setscheduler(static_cast<pid_t>(server.processId()), SCHED_RR, &lowest));
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/slowlog.h"

#include <stop_token>

namespace plimsoll::redis {

class Server;

/// Reads the newest entries of the slow log, at most SlowLog::most, in one exchange.
SlowLog readSlowLog(Server &server, const std::stop_token &stop);

} // namespace plimsoll::redis

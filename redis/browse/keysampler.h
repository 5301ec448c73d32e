// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keysize.h"

#include <chrono>
#include <deque>
#include <stop_token>

namespace plimsoll::redis {

class Server;

/// Measures keys of one connection, at most KeySizes::mostKeys in any minute, however often it is asked. Lives on the
/// thread of the connection.
class KeySampler final {
public:
    /// Measures the first keys of the request that the minute has room for. `now`: any steady clock.
    KeySizes sample(Server &server, const KeySizesRequest &request, std::chrono::milliseconds now,
                    const std::stop_token &stop = {});

private:
    std::deque<std::chrono::milliseconds> m_asked; ///< time of each key of the last minute
};

} // namespace plimsoll::redis

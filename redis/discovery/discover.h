// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"
#include "redis/types/result.h"

#include <QByteArray>

#include <functional>
#include <stop_token>

namespace plimsoll::redis {

class Server;

struct DiscoverOptions {
    QByteArray match{}; ///< glob of the names; empty: all
    qint64 maxKeys = 0; ///< keys looked at; 0: no limit
    double sharePercent = 10; ///< maximum share of the server's time, up to 100
    // Called on the same thread.
    std::function<void(const DiscoveryProgress &)> progress{}; ///< after each step
    /// Called with intermediate results: first before the scan, with the queues that frameworks list, then at
    /// intervals. Takes at most a fifth of the time.
    std::function<void(const Discovery &)> found{};
};

/// Scans the keys of a connected server and proposes collections. Only reads: SCAN, then type and size of keys, then a
/// few elements of each template. Blocking, on the server's thread. After a stop request it proposes from the keys
/// scanned until then, within about a second. Fails if the server cannot be reached or does not allow SCAN.
Result<Discovery> discover(Server &server, const DiscoverOptions &options, const std::stop_token &stop = {});

} // namespace plimsoll::redis

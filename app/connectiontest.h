// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QString>

#include <stop_token>

namespace plimsoll::app {

struct ConnectionTest {
    bool ok = false;
    QString text; ///< "Connected to 127.0.0.1:6379, Redis 7.0.15, 0.3 ms, 12 keys", or the error
};

/// Connects, logs in and reads basic information. Blocks; for a worker thread. Changes nothing on the server.
ConnectionTest testConnection(const redis::Endpoint &endpoint, const std::stop_token &stop);

} // namespace plimsoll::app

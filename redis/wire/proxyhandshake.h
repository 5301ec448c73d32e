// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"

#include <chrono>
#include <stop_token>

namespace plimsoll::redis {

/// Asks the proxy at the other end of a connected socket for a connection to the endpoint, which it looks up itself
/// (SOCKS 5, RFC 1928 and 1929; HTTP CONNECT, RFC 9110, with Basic authentication). Returns within 50 ms of a stop
/// request. QNetworkProxy is no help here: its sockets block while names are looked up and a timed-out wait aborts the
/// attempt.
Outcome passProxy(int descriptor, const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                  const std::stop_token &stop);

} // namespace plimsoll::redis

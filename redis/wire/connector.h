// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/endpoint.h"

#include <QIODevice>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace plimsoll::redis {

/// Longest wait between two checks of the stop token.
inline constexpr std::chrono::milliseconds stopCheckInterval{20};

/// Stages of opening a connection. Each is reported once it was passed, with a detail for users: the addresses of the
/// host, the address that answered, what leads on from there (bastion or proxy, if any), the server's certificate. Of a
/// connection through ssh the first two are skipped. The last is passed with the first reply, as a server
/// refuses our certificate only after the handshake; without TLS it means that the server wants none.
enum class ConnectStage : quint8 { Resolve, Connect, Way, Tls };
using ConnectSink = std::function<void(ConnectStage stage, const QString &detail)>;

/// An open connection to the server.
struct Transport {
    std::unique_ptr<QIODevice> device;
    std::function<bool()> isOpen; ///< QIODevice does not know it
    std::function<QString()> whyClosed{}; ///< optional detail if the transport has any; may return an empty string
    int descriptor = -1; ///< socket to wait on together with others; -1: none
    QString security{}; ///< text for users: version of TLS, and the server's certificate; empty without TLS
};

/// Resolves the host, or that of the proxy, and tries each address in turn, or starts ssh, within the deadline; returns
/// within 50 ms of a stop request. Qt's waitForConnected() can do neither: a look-up blocks it, and a timed-out wait
/// aborts the attempt. `passed` is told of the stages but the last.
Result<Transport> openTransport(const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                                const std::stop_token &stop, const ConnectSink &passed = {});

} // namespace plimsoll::redis

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

/// How long any wait may go on without a look at the stop token.
inline constexpr std::chrono::milliseconds stopCheckInterval{20};

/// An open way to the server. Whoever adds one (ssh) only has to make the first two.
struct Transport {
    std::unique_ptr<QIODevice> device;
    std::function<bool()> isOpen; ///< QIODevice itself does not know
    std::function<QString()> whyClosed{}; ///< where the transport knows more than that; may say nothing
};

/// Opens it: resolves, tries each address in turn, all within the deadline and stopped within 50 ms. Qt's own
/// waitForConnected() can do neither: a look-up blocks it, and a wait that times out gives the attempt up.
Result<Transport> openTransport(const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                                const std::stop_token &stop);

} // namespace plimsoll::redis

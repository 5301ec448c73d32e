// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"
#include "redis/wire/connector.h"

#include <chrono>
#include <memory>
#include <vector>

namespace plimsoll::lab {

/// Receives published messages, on the thread that created it. Channels and messages must not contain line ends.
class Subscriber final {
public:
    Outcome subscribe(const redis::Endpoint &endpoint, const QByteArray &channel, const std::stop_token &stop);
    /// Returns the messages since the last call, waiting at most `wait` for the first. Closes if the server has gone.
    std::vector<QByteArray> readMessages(std::chrono::milliseconds wait);
    void close();
    [[nodiscard]] bool isOpen() const { return m_transport != nullptr; }

private:
    std::vector<QByteArray> lines(std::chrono::milliseconds wait);

    std::unique_ptr<redis::Transport> m_transport;
    QByteArray m_begun; ///< incomplete line
    std::vector<QByteArray> m_lines; ///< lines of an incomplete message
};

} // namespace plimsoll::lab

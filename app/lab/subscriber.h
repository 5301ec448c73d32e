// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"
#include "redis/wire/connector.h"

#include <chrono>
#include <memory>
#include <vector>

namespace plimsoll::lab {

/// A connection that hears what is published, on the thread that made it. For channels and messages without line ends.
class Subscriber final {
public:
    Outcome subscribe(const redis::Endpoint &endpoint, const QByteArray &channel, const std::stop_token &stop);
    /// What was published since the last time, waiting for the first for so long. Closed when the server has gone.
    std::vector<QByteArray> hear(std::chrono::milliseconds wait);
    void close();
    [[nodiscard]] bool isOpen() const { return m_transport != nullptr; }

private:
    std::vector<QByteArray> lines(std::chrono::milliseconds wait);

    std::unique_ptr<redis::Transport> m_transport;
    QByteArray m_begun; ///< a line that is not whole yet
    std::vector<QByteArray> m_lines; ///< of a message that is not whole yet
};

} // namespace plimsoll::lab

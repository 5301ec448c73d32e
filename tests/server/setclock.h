// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/wire/serveranswers.h"

#include <chrono>

namespace plimsoll::testing {

/// A real server, but for its clock: TIME says what the test wants, so that an hour ends when it is due.
class SetClock final : public redis::Server {
public:
    SetClock(const redis::Endpoint &endpoint, const std::chrono::milliseconds &now) : Server(endpoint), m_now(now)
    {
        m_nodes.push_back(std::make_unique<redis::Node>(endpoint, redis::ClientOptions{}));
    }

    Result<std::vector<redis::Reply>> exchange(const redis::Pipeline &pipeline, const std::stop_token &stop,
                                               const redis::ReplySink & /*sink*/) override
    {
        auto replies = m_nodes.front()->exchange(pipeline, stop);
        if (replies && redis::timeIn(replies->front())) {
            replies->front().elements[0].bytes = QByteArray::number(m_now.count() / 1000);
            replies->front().elements[1].bytes = QByteArray::number(m_now.count() % 1000 * 1000);
        }
        return replies;
    }

private:
    const std::chrono::milliseconds &m_now;
};

} // namespace plimsoll::testing

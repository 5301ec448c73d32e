// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"

#include <algorithm>
#include <functional>

namespace plimsoll::testing {

/// A real server at which another client acts once, right before a given command is sent there.
class Meanwhile final : public redis::Server {
public:
    /// Acts before the exchange number `question` of those that contain the command; the first is 1.
    Meanwhile(const redis::Endpoint &endpoint, QByteArray command, int question, std::function<void()> what)
        : Server(endpoint), m_command(std::move(command)), m_left(question), m_what(std::move(what))
    {
        m_nodes.push_back(std::make_unique<redis::Node>(endpoint, redis::ClientOptions{}));
    }

    Result<std::vector<redis::Reply>> exchange(const redis::Pipeline &pipeline, const std::stop_token &stop,
                                               const redis::ReplySink &sink) override
    {
        const auto &commands = pipeline.commands();
        if (std::find(commands.begin(), commands.end(), m_command) != commands.end() && --m_left == 0) {
            m_what();
        }
        return m_nodes.front()->exchange(pipeline, stop, sink);
    }
    /// Whether it has happened.
    [[nodiscard]] bool hasBeen() const { return m_left <= 0; }

private:
    QByteArray m_command;
    int m_left;
    std::function<void()> m_what;
};

} // namespace plimsoll::testing

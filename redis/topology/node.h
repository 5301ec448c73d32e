// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/serverclock.h"
#include "redis/topology/serverwatch.h"
#include "redis/wire/client.h"

#include <optional>
#include <utility>

namespace plimsoll::redis {

/// One Redis process behind a Server, with its own connection: sends commands, measures its work and keeps its INFO.
/// Lives with its Server, on one thread.
class Node final {
public:
    Node(Endpoint endpoint, ClientOptions options) : m_client(std::move(endpoint), std::move(options)) { }

    /// Connects if necessary; the next learn() then reads everything again.
    Outcome connect(const std::stop_token &stop);
    void disconnect() { m_client.disconnect(); }
    [[nodiscard]] bool isConnected() const { return m_client.isConnected(); }
    [[nodiscard]] bool allows(const QByteArray &command) const { return m_client.allows(command); }
    /// See Client::exchange().
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                        const ReplySink &sink = {});

    /// Refreshes the clock, the round trip and INFO if they are older than `interval`. Returns true if INFO was read.
    Result<bool> learn(std::chrono::milliseconds interval, const std::stop_token &stop);
    /// Makes the next learn() read INFO, whatever its age.
    void hurry() { m_watch.hurry(); }

    [[nodiscard]] const ServerInfo &info() const { return m_watch.info(); }
    [[nodiscard]] ServerClock &clock() { return m_clock; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const { return m_roundTrip; } ///< duration of one small command
    /// Error of the last attempt to connect or exchange, if it failed.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    struct Work {
        int commands = 0;
        std::chrono::microseconds share{}; ///< estimated time the node spent on exchanges, without round trips
    };
    /// Returns the work since the last call.
    Work takeWork() { return std::exchange(m_work, {}); }

private:
    Outcome measureRoundTrip(std::chrono::milliseconds interval, const std::stop_token &stop);

    Client m_client;
    ServerClock m_clock;
    ServerWatch m_watch;
    std::optional<std::chrono::steady_clock::time_point> m_roundTripAt;
    std::chrono::microseconds m_roundTrip{};
    std::optional<Error> m_error;
    Work m_work;
};

} // namespace plimsoll::redis

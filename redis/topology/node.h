// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/serverclock.h"
#include "redis/topology/serverwatch.h"
#include "redis/wire/client.h"

#include <optional>
#include <utility>

namespace plimsoll::redis {

/// One process behind a Server, on a connection of its own: what is sent to it, how long it works for that, and what
/// it says of itself. Lives with its Server, on one thread.
class Node final {
public:
    Node(Endpoint endpoint, ClientOptions options) : m_client(std::move(endpoint), std::move(options)) { }

    /// Opens the connection where there is none; what was known of the node is then to be learnt anew.
    Outcome connect(const std::stop_token &stop);
    void disconnect() { m_client.disconnect(); }
    [[nodiscard]] bool isConnected() const { return m_client.isConnected(); }
    [[nodiscard]] bool allows(const QByteArray &command) const { return m_client.allows(command); }
    /// As Client::exchange().
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop);

    /// For who watches it: its clock, what a round trip takes, and INFO, each read again when the last time is
    /// `interval` ago. True when INFO was read.
    Result<bool> learn(std::chrono::milliseconds interval, const std::stop_token &stop);
    /// The next learn() reads INFO, however long ago the last was.
    void hurry() { m_watch.hurry(); }

    [[nodiscard]] const ServerInfo &info() const { return m_watch.info(); }
    [[nodiscard]] ServerClock &clock() { return m_clock; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const { return m_roundTrip; } ///< of one small command
    /// Why it was not reached, or did not answer, the last time it was asked.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    struct Work {
        int commands = 0;
        std::chrono::microseconds share{}; ///< what it worked for exchanges, as near as can be told
    };
    /// Since the last call.
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

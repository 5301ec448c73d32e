// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/serverclock.h"
#include "redis/topology/serverwatch.h"
#include "redis/wire/client.h"

#include <optional>
#include <span>
#include <utility>

namespace plimsoll::redis {

class Node;

/// Pipeline for one of several nodes, and what came of it; see Node::exchangeAll().
struct NodePart {
    Node *node = nullptr;
    Pipeline pipeline{};
    Result<std::vector<Reply>> replies = std::vector<Reply>();
};

/// One Redis process behind a Server, with its own connection: sends commands, measures its work and keeps its INFO.
/// Lives with its Server, on one thread.
class Node final {
public:
    Node(Endpoint endpoint, ClientOptions options) : m_client(std::move(endpoint), std::move(options)) { }

    /// Connects if necessary, within `deadline` (by default that of the options); the next learn() then reads
    /// everything again.
    Outcome connect(const std::stop_token &stop, std::optional<std::chrono::milliseconds> deadline = {});
    void disconnect() { m_client.disconnect(); }
    /// Disconnects from a process that is not the one expected; `why` is then error().
    void refuse(const Error &why);
    [[nodiscard]] bool isConnected() const { return m_client.isConnected(); }
    [[nodiscard]] bool allows(const QByteArray &command) const { return m_client.allows(command); }
    /// See Client::exchange().
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                        const ReplySink &sink = {});

    /// See Client::exchangeAll().
    static void exchangeAll(std::span<NodePart> parts, const std::stop_token &stop);

    /// Refreshes the clock, the round trip and INFO if they are older than `interval`. Returns true if INFO was read.
    Result<bool> learn(std::chrono::milliseconds interval, const std::stop_token &stop);
    /// Makes the next learn() read INFO, whatever its age.
    void hurry() { m_watch.hurry(); }

    [[nodiscard]] const Endpoint &endpoint() const { return m_client.endpoint(); }
    [[nodiscard]] const ServerInfo &info() const { return m_watch.info(); }
    [[nodiscard]] ServerClock &clock() { return m_clock; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const { return m_roundTrip; } ///< duration of one small command
    /// Error of the last attempt to connect or exchange, if it failed.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    /// Number of slots served by a master of a cluster; nothing for other servers.
    [[nodiscard]] std::optional<int> slotsServed() const { return m_slots; }
    void setSlots(int count) { m_slots = count; }

    struct Work {
        int commands = 0;
        std::chrono::microseconds share{}; ///< estimated time the node spent on exchanges, without round trips
    };
    /// Returns the work since the last call.
    Work takeWork() { return std::exchange(m_work, {}); }

private:
    void note(const Result<std::vector<Reply>> &replies, int commands, std::chrono::microseconds took);
    Outcome measureRoundTrip(std::chrono::milliseconds interval, const std::stop_token &stop);

    Client m_client;
    ServerClock m_clock;
    ServerWatch m_watch;
    std::optional<std::chrono::steady_clock::time_point> m_roundTripAt;
    std::chrono::microseconds m_roundTrip{};
    std::optional<Error> m_error;
    std::optional<int> m_slots;
    Work m_work;
};

} // namespace plimsoll::redis

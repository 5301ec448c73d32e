// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/serverclock.h"
#include "redis/topology/serverwatch.h"
#include "redis/wire/client.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// One Redis process behind a Server, with its own connection: sends commands, measures its work and keeps its INFO.
/// Lives with its Server, on one thread.
class Node final {
public:
    Node(Endpoint endpoint, ClientOptions options) : m_client(std::move(endpoint), std::move(options)) { }

    /// Connects if necessary, within `deadline` (by default that of the options); the next learnAll() then reads
    /// everything again.
    Outcome connect(const std::stop_token &stop, std::optional<std::chrono::milliseconds> deadline = {});
    void disconnect()
    {
        m_client.disconnect();
        m_listener.reset();
    }
    /// Disconnects from a process that is not the one expected; `why` is then error().
    void refuse(const Error &why);
    [[nodiscard]] bool isConnected() const { return m_client.isConnected(); }
    [[nodiscard]] bool allows(const QByteArray &command) const { return m_client.allows(command); }
    [[nodiscard]] qint64 bytesRead() const { return m_client.bytesRead(); }
    /// See Client::exchange().
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                        const ReplySink &sink = {});

    /// See Client::exchangeAll(); each part goes to the node next to it.
    static void exchangeAll(std::span<Node *const> nodes, std::span<ClientPart> parts, const std::stop_token &stop);
    /// Sends the same commands to several nodes at the same time; returns the replies of each.
    static std::vector<Result<std::vector<Reply>>> exchangeAll(std::span<Node *const> nodes, const Pipeline &pipeline,
                                                               const std::stop_token &stop);

    /// Refreshes the clocks, the round trips and INFO if they are older than `interval`, of all nodes at the same time.
    /// Returns for each whether its INFO was read.
    static std::vector<Result<bool>> learnAll(std::span<Node *const> nodes, std::chrono::milliseconds interval,
                                              const std::stop_token &stop);
    /// Returns the error of TIME, or what explains it: a sentinel does not know the command.
    [[nodiscard]] Error whyNoTime(const Error &error);
    /// Makes the next learnAll() read INFO, whatever its age.
    void hurry() { m_watch.hurry(); }

    [[nodiscard]] const Endpoint &endpoint() const { return m_client.endpoint(); }
    [[nodiscard]] const ServerInfo &info() const { return m_watch.info(); }
    [[nodiscard]] ServerClock &clock() { return m_clock; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const { return m_roundTrip; } ///< duration of one small command
    /// Error of the last attempt to connect, or of the exchange in which the connection was lost; none while it is
    /// open.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    /// Has the node tell from now on which of the keys that this connection reads are changed afterwards (CLIENT
    /// TRACKING, redis.io/docs/latest/develop/reference/client-side-caching). A second connection hears it, as in RESP2
    /// replies alone come on the first.
    Outcome track(const std::stop_token &stop);
    void untrack(const std::stop_token &stop);
    [[nodiscard]] bool isTracking() const { return m_listener != nullptr; }
    /// Asks the node for the keys that have changed by now, without waiting.
    void askForChangedKeys();
    /// Call after askForChangedKeys(). Keys changed since the last call, all of those that had changed when they were
    /// asked for. A key is reported once, until it is read again. nullopt: any key may have changed; if isTracking() is
    /// then false, call track() again.
    std::optional<std::vector<QByteArray>> changedKeys(const std::stop_token &stop);
    /// Largest number of keys that the node remembers for that (CONFIG GET tracking-table-max-keys; 0: no limit), as of
    /// track(); nullopt: not told.
    [[nodiscard]] std::optional<qint64> mostKeysTracked() const { return m_mostKeysTracked; }
    /// Number of keys that the node remembers for all its clients, so as to tell of their changes; as of the last INFO.
    [[nodiscard]] std::optional<qint64> keysTracked() const { return m_watch.keysTracked(); }

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
    void explain(Result<std::vector<Reply>> &replies) const;
    void note(const Result<std::vector<Reply>> &replies, int commands, std::chrono::microseconds took);
    Result<bool> readTime(const ClientPart &part, std::chrono::steady_clock::time_point sent);

    Client m_client;
    std::unique_ptr<Client> m_listener; ///< hears of changed keys; null: it is not told
    std::optional<qint64> m_mostKeysTracked;
    ServerClock m_clock;
    ServerWatch m_watch;
    std::optional<std::chrono::steady_clock::time_point> m_roundTripAt;
    std::chrono::microseconds m_roundTrip{};
    std::optional<Error> m_error;
    std::optional<int> m_slots;
    Work m_work;
};

} // namespace plimsoll::redis

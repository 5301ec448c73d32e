// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace plimsoll::testing {

/// Faults of a connection, mostly of the replies from the server. Offsets count reply bytes since set().
struct Faults {
    std::optional<qint64> cutAfter{}; ///< forwards n bytes, then closes both sides
    bool reset = false; ///< the cut is a reset (TCP), not an orderly close
    std::optional<qint64> stallAfter{}; ///< forwards n bytes, then nothing; stays open (half-open)
    std::optional<qint64> garbleAfter{}; ///< corrupts every byte after n bytes
    std::chrono::milliseconds delay{0}; ///< delay of each piece of a reply
    std::optional<std::pair<QByteArray, QByteArray>> replace{}; ///< replacement in each piece of a reply; equal lengths
    std::optional<QByteArray> closeOn{}; ///< closes both sides when a piece of the requests has these bytes
    std::optional<QByteArray> answer{}; ///< sent instead of the server's reply; requests are dropped
};

/// A proxy in front of a server that fails on demand, on a thread of its own. Thread-safe.
class FaultProxy final {
public:
    using Transport = redis::Endpoint::Transport;

    /// endpoint() has the user, password and database of `upstream`.
    explicit FaultProxy(redis::Endpoint upstream, Transport transport = Transport::Local);
    ~FaultProxy();
    Q_DISABLE_COPY_MOVE(FaultProxy)

    [[nodiscard]] redis::Endpoint endpoint() const { return m_endpoint; }
    /// Applies to all connections, from the next byte on.
    void set(const Faults &faults);
    void heal() { set({}); }
    /// Changes the server of new connections; existing ones stay.
    void setUpstream(const redis::Endpoint &upstream);
    /// Closes every current connection; new ones are accepted.
    void dropAll();
    /// Closes new connections at once while `on`.
    void refuse(bool on);
    [[nodiscard]] int connections() const { return m_accepted.load(); } ///< number accepted
    [[nodiscard]] qint64 requestBytes() const { return m_requestBytes.load(); } ///< total of all clients
    /// Number of requests, to any proxy of the process, that came after a reply from any: while replies are delayed,
    /// the round trips of a client that uses several proxies side by side.
    [[nodiscard]] static int roundTrips() { return s_roundTrips.load(); }

private:
    struct Pair;
    struct Orders {
        Faults faults;
        int generation = 0;
        bool refuse = false;
        bool drop = false;
        bool quit = false;
    };

    void run();
    void listen();
    void accept(const Orders &orders);
    void serve(Pair &pair, const Orders &orders);
    void readRequests(Pair &pair, const Faults &faults);
    void readReplies(Pair &pair, const Faults &faults);
    void wake() const;
    Orders takeOrders();

    redis::Endpoint m_upstream;
    redis::Endpoint m_endpoint;
    QTemporaryDir m_folder;
    int m_listener = -1;
    int m_wake = -1;
    std::mutex m_mutex;
    Orders m_orders;
    static inline std::atomic<int> s_roundTrips{0};
    static inline std::atomic<bool> s_hasReplied{true};
    std::atomic<int> m_accepted{0};
    std::atomic<qint64> m_requestBytes{0};
    std::vector<Pair> m_pairs; ///< used only by m_thread
    std::thread m_thread;
};

} // namespace plimsoll::testing

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

/// What goes wrong on the way back from the server. Offsets count bytes of replies since set().
struct Faults {
    std::optional<qint64> cutAfter{}; ///< passes so many bytes on, then closes both sides
    bool reset = false; ///< the cut is a reset (TCP), not an orderly close
    std::optional<qint64> stallAfter{}; ///< passes so many bytes on, then nothing; stays open (half-open)
    std::optional<qint64> garbleAfter{}; ///< turns every later byte into another
    std::chrono::milliseconds delay{0}; ///< each piece of a reply arrives so much later
    std::optional<std::pair<QByteArray, QByteArray>> replace{}; ///< in each piece of a reply; of equal length
    std::optional<QByteArray> answer{}; ///< sent instead of whatever the server would say; requests are swallowed
};

/// A relay before a server, on a thread of its own, that fails on demand. Thread-safe.
class FaultProxy final {
public:
    using Transport = redis::Endpoint::Transport;

    /// The endpoint has the user, password and database of `upstream`.
    explicit FaultProxy(redis::Endpoint upstream, Transport transport = Transport::Local);
    ~FaultProxy();
    Q_DISABLE_COPY_MOVE(FaultProxy)

    [[nodiscard]] redis::Endpoint endpoint() const { return m_endpoint; }
    /// For all connections, from the next byte on.
    void set(const Faults &faults);
    void heal() { set({}); }
    /// Where connections go from now on; those there are stay.
    void setUpstream(const redis::Endpoint &upstream);
    /// Closes every connection now; new ones are taken.
    void dropAll();
    /// Closes new connections at once while set.
    void refuse(bool on);
    [[nodiscard]] int connections() const { return m_accepted.load(); } ///< accepted so far
    [[nodiscard]] qint64 requestBytes() const { return m_requestBytes.load(); } ///< of all clients so far

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
    std::atomic<int> m_accepted{0};
    std::atomic<qint64> m_requestBytes{0};
    std::vector<Pair> m_pairs; ///< of the thread alone
    std::thread m_thread;
};

} // namespace plimsoll::testing

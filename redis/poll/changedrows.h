// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/poll/keyrows.h"
#include "redis/topology/server.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::redis {

class PollPlan;

/// Chooses the rows that a tick asks. With CLIENT TRACKING the servers tell which keys have changed since they were
/// read, so that those of all other rows need not be read again. A row is asked when
/// - one of its keys has changed,
/// - its head is read (PollSession::chooseRows()),
/// - its next edge has come (Collector::readEdge), or its figures also depend on what no server tells of,
/// - a minute has passed since it was asked: of SWAPDB there is no message.
/// All are asked when a connection is new or lost, after FLUSHALL, and when keys have moved in a cluster.
///
/// Lives with its poll session.
class ChangedRows {
public:
    explicit ChangedRows(Polling wanted) : m_wanted(wanted) { }

    /// Switches to an edited workspace: all rows are asked.
    void edit(Polling wanted);
    /// Hears which keys have changed; has new connections tell of changes from now on. Call before the commands of a
    /// tick are sent: what changes afterwards is heard at the next tick.
    void hear(Server &server, const PollPlan &plan, const std::stop_token &stop);
    struct Chosen {
        std::vector<std::size_t> rows; ///< to be asked, in ascending order
        std::vector<std::size_t> changed; ///< those of them that have changed, or may have
    };
    /// Chooses the rows of a tick. They count as asked from now on.
    Chosen choose(const PollPlan &plan, std::chrono::milliseconds now);
    /// Notes that some commands of a tick read their keys for a row.
    void noteKeys(std::size_t row, const Pipeline &pipeline, int firstCommand, int count);
    /// Notes an edge of a row that was asked: it is asked again then, at the first of several.
    void noteEdge(std::size_t row, std::chrono::milliseconds edge) { m_askFrom[row] = std::min(m_askFrom[row], edge); }
    /// Asks all rows at the next tick.
    void askAllAgain() { m_areAllChanged = true; }

    [[nodiscard]] bool isTracking() const { return m_isTracking; }
    /// Why it does not track although it should, for users; empty: it does, or should not.
    [[nodiscard]] const QString &whyNot() const { return m_whyNot; }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool wantsTracking(const PollPlan &plan) const;
    QString startOn(Node &node, const std::stop_token &stop);
    bool isLostTooOften(std::size_t nodes);
    [[nodiscard]] QString tooFull(const Node &node, qint64 watched) const;
    QString hearFrom(Node &node, std::size_t nodes, qint64 watched, const std::stop_token &stop);
    void rest(Server &server, const QString &why, const std::stop_token &stop);
    void noteChanged(QByteArrayView key);

    Polling m_wanted;
    bool m_isTracking = false;
    bool m_areAllChanged = true;
    QString m_whyNot;
    int m_timeouts = 0; ///< how often a node was too slow to be asked to, one after another
    int m_refusals = 0; ///< how often a connection was closed when it was asked to; after two it is not asked again
    std::optional<Clock::time_point> m_restsUntil; ///< tracking is tried again then
    int m_busyTicks = 0; ///< consecutive ticks with so many changes that tracking costs more than it saves
    std::size_t m_losses = 0; ///< since m_lossesSince
    Clock::time_point m_lossesSince;
    qint64 m_generation = 0;
    const void *m_layout = nullptr; ///< of the rows below
    std::vector<quint8> m_isChanged; ///< per row: 1 if a key of it has changed
    std::vector<std::chrono::milliseconds> m_askFrom; ///< per row: server time of its next edge
    KeyRows m_rowsByKey; ///< by the keys that servers will tell of
    std::size_t m_turn = 0; ///< next row that is asked by turn
    std::optional<Clock::time_point> m_turnedAt;
};

} // namespace plimsoll::redis

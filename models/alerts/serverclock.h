// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/limitclock.h"

#include <deque>
#include <map>
#include <vector>

namespace plimsoll::models {

/// A change of state of one subject.
struct StateTurn {
    AlertSubject subject;
    StateSince state; ///< `was` is the previous state
    double value = unknownFigure, limit = unknownFigure;
    QString text;
    QString ended{}; ///< how long a figure that moves again stood still
};

/// Returns the cause of the alert about a server event.
Cause causeOf(ServerEvent::Type type);

/// Tracks problems of the server itself and their start: no answer, restart, data loss, evictions, slow log, memory
/// near the limit. Part of a StateClock.
class ServerClock final {
public:
    static constexpr std::chrono::minutes eventFor{15}; ///< duration of the trouble after an event
    static constexpr std::chrono::minutes evictedFor{5}; ///< duration of the trouble after the last evicted key
    static constexpr std::chrono::minutes slowLogFor{5};
    static constexpr qint64 slowLogEntries = 10; ///< new entries within slowLogFor that are a problem

    /// Returns the server event that happened between saving and the first snapshot afterwards. Its losses are not
    /// known yet.
    [[nodiscard]] std::optional<ServerEvent> unseen(const ClockTick &tick, const Snapshot &snapshot);
    /// `unseen`: that event with its losses; null: none.
    void apply(const ClockTick &tick, const Snapshot &snapshot, const ServerEvent *unseen,
               std::vector<StateTurn> &turns);
    void away(std::chrono::milliseconds now, std::chrono::milliseconds watched, std::chrono::milliseconds unknownFor,
              const QString &why, std::vector<StateTurn> &turns);

    [[nodiscard]] const StateSince &answers() const { return m_answers; }
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    void save(QDataStream &out) const;
    /// `isWhole`: the data includes what earlier versions did not save.
    void restore(QDataStream &in, bool isWhole);

private:
    struct Trouble {
        StateSince state;
        std::chrono::milliseconds until{}; ///< server time; 0: until it is reported as over
        std::chrono::milliseconds at{}; ///< time of the event, which identifies it if it is reported again
    };
    /// Last values reported by a node.
    struct Node {
        QString runId;
        std::optional<qint64> evicted, flushes, keys; ///< evicted and flushes count since its start
    };

    void set(Cause cause, State state, std::chrono::milliseconds now, const QString &text, double value, double limit,
             std::vector<StateTurn> &turns);
    void happened(const ClockTick &tick, const ServerEvent &event, std::vector<StateTurn> &turns);
    void endEvents(const ClockTick &tick, std::vector<StateTurn> &turns);
    void takeEvicted(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);
    void takeSlowLog(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);
    void takeMemory(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);

    StateSince m_answers;
    bool m_isSeen = false, m_isRestored = false;
    std::chrono::milliseconds m_awayFor{};
    std::map<Cause, Trouble> m_troubles; ///< current problems
    LimitClock m_memory;
    std::map<QString, Node> m_nodes; ///< nodes by address
    /// Total number of entries of a slow log, and how many of them Plimsoll caused.
    struct SlowLog {
        std::chrono::milliseconds at{};
        qint64 entries = 0, own = 0;
    };
    std::map<QString, std::deque<SlowLog>> m_slow; ///< points by address, newest last
};

} // namespace plimsoll::models

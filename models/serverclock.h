// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/limitclock.h"

#include <deque>
#include <map>
#include <vector>

namespace plimsoll::models {

/// Something is in another state than before.
struct StateTurn {
    AlertSubject subject;
    StateSince state; ///< `was` is what it was
    double value = unknownFigure, limit = unknownFigure;
    QString text;
};

/// What is in trouble with the server itself, and since when: it does not answer, it was restarted, it lost data, it
/// evicts keys, its slow log fills, its memory is near the limit. Part of a StateClock.
class ServerClock final {
public:
    static constexpr std::chrono::minutes eventFor{15}; ///< so long after it, what happened is no trouble any more
    static constexpr std::chrono::minutes evictedFor{5}; ///< likewise, after the last key that was evicted
    static constexpr std::chrono::minutes slowLogFor{5};
    static constexpr qint64 slowLogEntries = 10; ///< so many more within that time are trouble

    /// What happened to the server since it was saved, while nobody watched: at the first look after that. Nothing
    /// tells yet what was lost by it.
    [[nodiscard]] std::optional<ServerEvent> unseen(const ClockTick &tick, const Snapshot &snapshot);
    /// `unseen`: with what was lost by it; null: there is none.
    void apply(const ClockTick &tick, const Snapshot &snapshot, const ServerEvent *unseen,
               std::vector<StateTurn> &turns);
    void away(std::chrono::milliseconds now, std::chrono::milliseconds watched, std::chrono::milliseconds unknownFor,
              const QString &why, std::vector<StateTurn> &turns);

    [[nodiscard]] const StateSince &answers() const { return m_answers; }
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    void save(QDataStream &out) const;
    /// `isWhole`: with what earlier versions did not save.
    void restore(QDataStream &in, bool isWhole);

private:
    struct Trouble {
        StateSince state;
        std::chrono::milliseconds until{}; ///< server time; 0: until it is said to be over
        std::chrono::milliseconds at{}; ///< of what happened: its time, by which it is known when it is told again
    };
    /// What a node last said of itself.
    struct Node {
        QString runId;
        std::optional<qint64> evicted, flushes, keys; ///< evicted, flushes: ever since it was started
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
    std::map<Cause, Trouble> m_troubles; ///< those there are
    LimitClock m_memory;
    std::map<QString, Node> m_nodes; ///< by address
    /// How many entries a slow log ever had, and how many of those that came are Plimsoll's own.
    struct SlowLog {
        std::chrono::milliseconds at{};
        qint64 entries = 0, own = 0;
    };
    std::map<QString, std::deque<SlowLog>> m_slow; ///< by address; youngest last
};

} // namespace plimsoll::models

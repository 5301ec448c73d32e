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

    void apply(const ClockTick &tick, const Snapshot &snapshot, std::vector<StateTurn> &turns);
    void away(std::chrono::milliseconds now, std::chrono::milliseconds watched, std::chrono::milliseconds unknownFor,
              const QString &why, std::vector<StateTurn> &turns);

    [[nodiscard]] const StateSince &answers() const { return m_answers; }
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    void save(QDataStream &out) const;
    void restore(QDataStream &in);

private:
    struct Trouble {
        StateSince state;
        std::chrono::milliseconds until{}; ///< server time; 0: until it is said to be over
    };

    void set(Cause cause, State state, std::chrono::milliseconds now, const QString &text, double value, double limit,
             std::vector<StateTurn> &turns);
    void takeEvents(const ClockTick &tick, const Snapshot &snapshot, std::vector<StateTurn> &turns);
    void takeUnseen(const ClockTick &tick, const Snapshot &snapshot, std::vector<StateTurn> &turns);
    void takeEvicted(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);
    void takeSlowLog(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);
    void takeMemory(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns);

    StateSince m_answers;
    bool m_isSeen = false, m_isRestored = false;
    std::chrono::milliseconds m_awayFor{};
    std::map<Cause, Trouble> m_troubles; ///< those there are
    LimitClock m_memory;
    std::map<QString, std::pair<QString, qint64>> m_evicted; ///< by address: run id, and how many keys ever
    /// How many entries its slow log ever had, by address; youngest last.
    std::map<QString, std::deque<std::pair<std::chrono::milliseconds, qint64>>> m_slow;
};

} // namespace plimsoll::models

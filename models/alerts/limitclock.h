// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"

#include <QDataStream>

#include <chrono>
#include <optional>

namespace plimsoll::models {

/// The time of one poll.
struct ClockTick {
    std::chrono::milliseconds now{}; ///< server time
    std::chrono::milliseconds watched{}; ///< watched time since the previous poll; 0 after a gap
    bool isGap = false; ///< a change may have happened at any time since the previous poll
    std::optional<std::chrono::milliseconds> last{}; ///< previous poll, possibly by an earlier process
};

/// Judges one figure over time: when a state begins, whether it lasts long enough and when it ends. A value without a
/// clock of its own.
class LimitClock final {
public:
    /// A figure that has had nothing to measure for this long is no longer in trouble.
    static constexpr std::chrono::seconds unreadFor{30};

    LimitClock() = default;

    /// Judges a value by its limit.
    void judge(const ClockTick &now, const Limit &limit, double value, bool atLeast);
    /// Judges how long a value is unchanged.
    void judge(const ClockTick &now, const SilenceLimit &limit, double value);
    /// Uses the state in the snapshot. `began`: its start, if that is known.
    void judge(const ClockTick &tick, State state, std::optional<std::chrono::milliseconds> began = std::nullopt);
    /// The figure has no value, because there is nothing to measure.
    void unread(const ClockTick &tick);
    /// The figure is unknown: the state neither begins nor ends, whatever time passes.
    void suspend()
    {
        m_unread = {};
        m_isBlind = true;
    }

    /// See doubtStart().
    void doubt(std::chrono::milliseconds now);

    [[nodiscard]] const StateSince &state() const { return m_state; }
    /// Start of the trouble whatever its level was since: a warning that became critical began as a warning.
    [[nodiscard]] StateSince trouble() const;
    /// True if the value is beyond its limit, but not yet for long enough.
    [[nodiscard]] bool isHeldBack() const;
    /// Time for which the value is unchanged, without the time that was not watched.
    [[nodiscard]] std::chrono::milliseconds unchanged() const { return m_unchanged; }
    /// True if the value stayed the same over a time that was not watched.
    [[nodiscard]] bool isUnchangedAtLeast() const { return m_isUnchangedAtLeast; }

    friend QDataStream &operator<<(QDataStream &out, const LimitClock &clock);
    friend QDataStream &operator>>(QDataStream &in, LimitClock &clock);

private:
    /// The state of one level of a limit.
    struct Step {
        bool isOver = false;
        bool isOn = false; ///< beyond the limit for long enough
        std::chrono::milliseconds held{}, since{};
        bool isAtLeast = false;
    };

    void judgeStep(const ClockTick &tick, const Limit &limit, std::optional<double> at, double leave, double value,
                   Step &step) const;
    /// The tick to judge by: after a time in which the figure was unknown, a tick that follows a gap.
    [[nodiscard]] ClockTick seen(const ClockTick &tick);
    void turn(State state, std::chrono::milliseconds since, bool isAtLeast);

    StateSince m_state;
    bool m_isSeen = false;
    bool m_isBlind = false; ///< unknown at the last tick
    Step m_warning, m_critical;
    std::chrono::milliseconds m_unread{};
    double m_last = unknownFigure;
    std::chrono::milliseconds m_unchanged{};
    bool m_isUnchangedAtLeast = false; ///< not saved: a restart is such a time
};

/// A state of trouble that was not watched until `now` may have ended and begun again: it lasts at least since then,
/// and the state before is unknown.
void doubtStart(StateSince &state, std::chrono::milliseconds now);

/// Value at which a state ends: `clear`, or 5 % inside the limit. For `critical`, the one of the two that is closer to
/// its limit.
double clearsAt(const Limit &limit, State level);

// Clocks are saved between two processes; binary, because JSON of 10,000 collections takes 1/3 s.
QDataStream &operator<<(QDataStream &out, const LimitClock &clock);
QDataStream &operator>>(QDataStream &in, LimitClock &clock);
QDataStream &operator<<(QDataStream &out, Cause cause);
QDataStream &operator>>(QDataStream &in, Cause &cause);
QDataStream &operator<<(QDataStream &out, const StateSince &state);
QDataStream &operator>>(QDataStream &in, StateSince &state);
QDataStream &operator<<(QDataStream &out, std::chrono::milliseconds time);
QDataStream &operator>>(QDataStream &in, std::chrono::milliseconds &time);
/// True while data is left: foreign bytes may hold any count.
bool hasMore(const QDataStream &in);

} // namespace plimsoll::models

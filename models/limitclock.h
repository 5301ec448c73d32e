// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"

#include <QDataStream>

#include <chrono>
#include <optional>

namespace plimsoll::models {

/// One moment as a clock sees it: time comes in with it.
struct ClockTick {
    std::chrono::milliseconds now{}; ///< server time
    std::chrono::milliseconds watched{}; ///< since the one before, all of it watched; 0 after a gap
    bool isGap = false; ///< what is new may have come at any time since the one before
    std::optional<std::chrono::milliseconds> last{}; ///< the one before, also of an earlier run of ours
};

/// What is judged of one figure over time: where the state begins, that it holds for so long, and where it is left.
/// A value; no clock of its own.
class LimitClock final {
public:
    /// Without an answer for so long, a figure of a collection that answers has none, and is in no trouble.
    static constexpr std::chrono::seconds unreadFor{30};

    LimitClock() = default;

    /// By its limit.
    void judge(const ClockTick &tick, const Limit &limit, double value, bool atLeast);
    /// By how long it is the same.
    void judge(const ClockTick &tick, const SilenceLimit &limit, double value);
    /// By what the snapshot says.
    void judge(const ClockTick &tick, State state);
    /// It has no value, and nothing says why.
    void unread(const ClockTick &tick);

    [[nodiscard]] const StateSince &state() const { return m_state; }
    /// It was beyond its limit at the last look, but not for long enough yet.
    [[nodiscard]] bool isHeldBack() const;
    /// For how long it is the same.
    [[nodiscard]] std::chrono::milliseconds unchanged() const { return m_unchanged; }

    friend QDataStream &operator<<(QDataStream &out, const LimitClock &clock);
    friend QDataStream &operator>>(QDataStream &in, LimitClock &clock);

private:
    /// Of one level of a limit.
    struct Step {
        bool isOver = false;
        bool isOn = false; ///< for long enough
        std::chrono::milliseconds held{}, since{};
        bool isAtLeast = false;
    };

    void judgeStep(const ClockTick &tick, const Limit &limit, std::optional<double> at, double inside, double value,
                   Step &step) const;
    void turn(State state, std::chrono::milliseconds since, bool isAtLeast);

    StateSince m_state;
    bool m_isSeen = false;
    Step m_warning, m_critical;
    std::chrono::milliseconds m_unread{};
    double m_last = unknownFigure;
    std::chrono::milliseconds m_unchanged{};
};

/// Where a limit lets go: `clear`, or 5 % inside. Of `critical` never further inside than the one where all is ok, nor
/// less than that.
double clearsAt(const Limit &limit, State level);

QDataStream &operator<<(QDataStream &out, const LimitClock &clock);
QDataStream &operator>>(QDataStream &in, LimitClock &clock);
QDataStream &operator<<(QDataStream &out, const StateSince &state);
QDataStream &operator>>(QDataStream &in, StateSince &state);
QDataStream &operator<<(QDataStream &out, std::chrono::milliseconds time);
QDataStream &operator>>(QDataStream &in, std::chrono::milliseconds &time);

} // namespace plimsoll::models

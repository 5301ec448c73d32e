// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/limitclock.h"
#include "models/alerts/serverclock.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// Tracks the state of one collection and its figures, and the start of each. Part of a StateClock, which passes the
/// row of the collection in the snapshot or its layout.
class CollectionClock final {
public:
    CollectionClock(const SnapshotLayout &layout, std::size_t row);

    /// `unknownFor`: time without values after which the collection is in trouble.
    void apply(const ClockTick &poll, const Snapshot &snapshot, std::size_t row, std::chrono::milliseconds unknownFor,
               std::vector<StateTurn> &turns);
    /// Records that the server did not answer at `time`. Figures keep their states.
    void setAway(std::chrono::milliseconds time);
    /// Notes a loss if half of the elements are gone after the unwatched event `what`; returns their number. Elements
    /// may also have been processed while unwatched, so only an empty server proves a loss.
    double loseUnseen(const Snapshot &snapshot, std::size_t row, const QString &what, bool isEmpty);

    [[nodiscard]] const StateSince &state() const { return m_error ? *m_error : m_judged; }
    [[nodiscard]] StateSince figure(int figure) const;
    /// See the functions of the same names of StateClock.
    [[nodiscard]] std::optional<StateSince> problem(const Problem &problem) const;
    [[nodiscard]] StateSince oldestCause(State shown) const;
    [[nodiscard]] std::optional<StateSince> trouble() const;
    void addTrouble(const SnapshotLayout &layout, std::size_t row, std::vector<AlertSubject> &subjects) const;

    /// True if judgedProblems() differs from the problems of the snapshot, which are those of one poll.
    [[nodiscard]] bool isJudgedOtherwise(const Snapshot &snapshot, std::size_t row) const;
    /// Returns the problems of the snapshot with the time settings of limits applied.
    [[nodiscard]] std::vector<Problem> judgedProblems(const Snapshot &snapshot, std::size_t row) const;

    /// Returns the state as bytes; empty if the collection was never seen.
    [[nodiscard]] QByteArray saved(const SnapshotLayout &layout, std::size_t row) const;
    void restore(const QByteArray &saved, const SnapshotLayout &layout, std::size_t row);

private:
    struct Condition {
        int figure = -1;
        Cause cause = Cause::Level;
        int limit = -1; ///< index in the definition; -1: a problem without a limit
        LimitClock clock{};
        bool isUnknown = false; ///< the figure, in the last snapshot, or not searched enough: the clock stands still
    };

    void doubt(const ClockTick &tick, bool isError, std::chrono::milliseconds unknownFor);
    void updateLosses(const Snapshot &snapshot, std::size_t row);
    void keepLoss(std::shared_ptr<const Loss> loss);
    /// Known losses that the snapshot reports only in part or not at all.
    [[nodiscard]] std::vector<std::shared_ptr<const Loss>> untold(const Snapshot &snapshot, std::size_t row) const;
    void judgeUnknown(const ClockTick &tick, const Snapshot &snapshot, std::size_t row,
                      std::chrono::milliseconds unknownFor, std::vector<StateTurn> &turns);
    void judgeByItself(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, Condition &condition,
               std::vector<StateTurn> &turns) const;
    [[nodiscard]] static QString unchangedText(const SnapshotLayout &layout, std::size_t row,
                                               const Condition &condition);
    void conclude(const ClockTick &tick);
    /// True if the first problem began before the other; one whose start is unknown comes last.
    [[nodiscard]] bool isOlder(const Problem &problem, const Problem &other) const;

    std::vector<Condition> m_conditions;
    StateSince m_judged; ///< state judged by all conditions
    std::optional<StateSince> m_error; ///< start of the read error
    std::chrono::milliseconds m_unknownFor{}; ///< watched time without values
    double m_elements = unknownFigure; ///< last known number of elements
    /// Reported losses, at most one per figure; after a restart of this process the poller no longer knows them.
    std::vector<std::shared_ptr<const Loss>> m_losses;
    bool m_isSearched = false; ///< a search for its keys was complete since the server was away; not saved
    bool m_isSeen = false, m_isUnknown = false; ///< unknown for StateClock::Pace::unknownFor
};

} // namespace plimsoll::models

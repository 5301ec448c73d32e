// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/limitclock.h"
#include "models/serverclock.h"

#include <QByteArray>

#include <map>
#include <memory>
#include <vector>

namespace plimsoll::models {

/// Tracks from snapshot to snapshot the state of each collection and figure and its start, applying the time settings
/// of limits (`for`, `clear`, `unchangedFor`). Unwatched time is not a change; a state that may have begun earlier has
/// a start marked "at least". Can be saved and restored. No clock of its own, no QObject; one thread.
class StateClock final {
public:
    struct Pace {
        std::chrono::milliseconds interval{1000}; ///< interval of polls; a much longer one is a gap
        std::chrono::milliseconds unknownFor{60'000}; ///< time without an answer after which a collection is in trouble
    };

    explicit StateClock(Pace pace) : m_pace(pace) { }

    /// Returns the changes of state.
    std::vector<StateTurn> apply(const Snapshot &snapshot);
    /// Records that the server did not answer at `time`. Figures keep their states.
    std::vector<StateTurn> away(std::chrono::milliseconds time, const QString &why);

    /// Sets the poll interval.
    void setInterval(std::chrono::milliseconds interval) { m_pace.interval = interval; }

    /// The last snapshot with judged states and problems: a problem counts after its `for` time and until its value is
    /// inside `clear`. Returns `snapshot` if nothing differs.
    [[nodiscard]] SnapshotPtr judged(const SnapshotPtr &snapshot) const;

    /// Rows are indexes in the last snapshot's layout.
    [[nodiscard]] const StateSince &collection(std::size_t row) const;
    [[nodiscard]] StateSince figure(std::size_t row, int figure) const;
    /// Start of a problem in judged(); nullopt if it is none of the causes of trouble.
    [[nodiscard]] std::optional<StateSince> problem(std::size_t row, const Problem &problem) const;
    /// Start of the oldest cause of the collection's state that lasts; collection() if it is not in trouble. A second
    /// cause that joins does not change it.
    [[nodiscard]] StateSince oldestCause(std::size_t row) const;
    /// Start of the oldest cause of trouble of any level that lasts; nullopt if there is none or it cannot be read.
    [[nodiscard]] std::optional<StateSince> trouble(std::size_t row) const;
    [[nodiscard]] const StateSince &server() const { return m_server.answers(); }
    /// Server event that happened while unwatched, found with the last snapshot, which does not report it.
    [[nodiscard]] const std::optional<ServerEvent> &unseen() const { return m_unseen; }
    /// All subjects in trouble.
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    [[nodiscard]] QByteArray saved() const;
    /// Call before the first snapshot. Ignores data of another version and truncated data.
    void restore(const QByteArray &saved);

private:
    struct Condition {
        int figure = -1;
        Cause cause = Cause::Level;
        int limit = -1; ///< index in the definition; -1: a problem without a limit
        LimitClock clock{};
        bool isUnknown = false; ///< the figure, in the last snapshot: the clock stands still
    };
    struct Row {
        std::vector<Condition> conditions;
        StateSince judged; ///< state judged by all conditions
        std::optional<StateSince> error; ///< start of the read error
        std::chrono::milliseconds unknownFor{}; ///< watched time without values
        double elements = unknownFigure; ///< last known number of elements
        /// Reported losses, at most one per figure; after a restart of this process the poller no longer knows them.
        std::vector<std::shared_ptr<const Loss>> losses;
        bool isSeen = false, isUnknown = false; ///< unknown for Pace::unknownFor
    };

    [[nodiscard]] ClockTick tickAt(std::chrono::milliseconds now) const;
    void takeLayout(const std::shared_ptr<const SnapshotLayout> &layout);
    [[nodiscard]] Row made(const SnapshotLayout &layout, std::size_t row) const;
    void judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void loseUnseen(const Snapshot &snapshot);
    void takeLosses(const Snapshot &snapshot, std::size_t row);
    void keepLoss(std::size_t row, std::shared_ptr<const Loss> loss);
    /// Known losses that the snapshot reports only in part or not at all.
    [[nodiscard]] std::vector<std::shared_ptr<const Loss>> untold(const Snapshot &snapshot, std::size_t row) const;
    void judgeUnknown(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void judgeByItself(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, Condition &condition,
               std::vector<StateTurn> &turns) const;
    [[nodiscard]] QString unchangedText(std::size_t row, const Condition &condition) const;
    static void conclude(const ClockTick &tick, Row &row);
    [[nodiscard]] bool isJudgedOtherwise(const Snapshot &snapshot, std::size_t row) const;
    /// True if the first problem began before the other; one whose start is unknown comes last.
    [[nodiscard]] bool isOlder(std::size_t row, const Problem &problem, const Problem &other) const;
    [[nodiscard]] std::vector<Problem> judgedProblems(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] AlertSubject subject(std::size_t row, int figure, Cause cause) const;
    [[nodiscard]] QByteArray saved(std::size_t row) const;
    void restore(const QByteArray &saved, std::size_t row);

    Pace m_pace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<Row> m_rows;
    ServerClock m_server;
    std::optional<std::chrono::milliseconds> m_last; ///< server time of the last snapshot or attempt
    bool m_wasAway = false;
    std::optional<ServerEvent> m_unseen;
    std::map<std::pair<QString, QString>, QByteArray> m_restored; ///< saved, by name and kind; not yet in a layout
};

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/limitclock.h"
#include "models/serverclock.h"

#include <QByteArray>

#include <map>
#include <memory>
#include <vector>

namespace plimsoll::models {

/// Since when: from snapshot to snapshot how each collection and each of its figures is and since when, with what
/// limits say of time (`for`, `clear`, `unchangedFor`). What nobody watched is no change; what may have begun before we
/// looked is "at least since". It can be saved and goes on where it was. No clock of its own, no QObject: of one
/// thread.
class StateClock final {
public:
    struct Pace {
        std::chrono::milliseconds interval{1000}; ///< of polls; much longer between two is a gap
        std::chrono::milliseconds unknownFor{60'000}; ///< without an answer for so long is trouble
    };

    explicit StateClock(Pace pace) : m_pace(pace) { }

    /// What turned with it.
    std::vector<StateTurn> apply(const Snapshot &snapshot);
    /// The server did not answer, about then. Figures stay as they were judged.
    std::vector<StateTurn> away(std::chrono::milliseconds time, const QString &why);

    /// How often it is looked from now on.
    void setInterval(std::chrono::milliseconds interval) { m_pace.interval = interval; }

    /// The last snapshot with states and problems as they are judged: what is not beyond its limit for long enough yet
    /// is none, what has not left it far enough still is one. Itself where that is no difference.
    [[nodiscard]] SnapshotPtr judged(const SnapshotPtr &snapshot) const;

    /// Rows are those of the last snapshot's layout.
    [[nodiscard]] const StateSince &collection(std::size_t row) const;
    [[nodiscard]] StateSince figure(std::size_t row, int figure) const;
    [[nodiscard]] const StateSince &server() const { return m_server.answers(); }
    /// What happened to the server while nobody watched, with the last snapshot: no snapshot tells it.
    [[nodiscard]] const std::optional<ServerEvent> &unseen() const { return m_unseen; }
    /// What is in trouble now.
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    [[nodiscard]] QByteArray saved() const;
    /// Before the first snapshot. What is not of this version, or cut off, is nothing.
    void restore(const QByteArray &saved);

private:
    struct Condition {
        int figure = -1;
        Cause cause = Cause::Level;
        int limit = -1; ///< of the definition; -1: what is trouble without one
        LimitClock clock;
    };
    struct Row {
        std::vector<Condition> conditions;
        StateSince judged; ///< by all of them
        std::optional<StateSince> error; ///< while it cannot be read
        std::chrono::milliseconds unknownFor{}; ///< watched
        double elements = unknownFigure; ///< at the last look at which they were known
        /// That are told, of each figure one; who polls after a restart of ours knows of none.
        std::vector<std::shared_ptr<const Loss>> losses;
        bool isSeen = false, isUnknown = false; ///< for long enough
    };

    [[nodiscard]] ClockTick tickAt(std::chrono::milliseconds now) const;
    void takeLayout(const std::shared_ptr<const SnapshotLayout> &layout);
    [[nodiscard]] Row made(const SnapshotLayout &layout, std::size_t row) const;
    void judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void loseUnseen(const Snapshot &snapshot);
    void takeLosses(const Snapshot &snapshot, std::size_t row);
    void keepLoss(std::size_t row, std::shared_ptr<const Loss> loss);
    /// What the snapshot does not tell, or less of it.
    [[nodiscard]] std::vector<std::shared_ptr<const Loss>> untold(const Snapshot &snapshot, std::size_t row) const;
    void judgeUnknown(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void judgeByItself(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns);
    void judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, Condition &condition,
               std::vector<StateTurn> &turns) const;
    [[nodiscard]] QString unchangedText(std::size_t row, const Condition &condition) const;
    static void conclude(const ClockTick &tick, Row &row);
    [[nodiscard]] bool isJudgedOtherwise(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] std::vector<Problem> judgedProblems(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] AlertSubject subject(std::size_t row, int figure, Cause cause) const;
    [[nodiscard]] QByteArray saved(std::size_t row) const;
    void restore(const QByteArray &saved, std::size_t row);

    Pace m_pace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<Row> m_rows;
    ServerClock m_server;
    std::optional<std::chrono::milliseconds> m_last; ///< server time of the last snapshot, or of looking for one
    bool m_wasAway = false;
    std::optional<ServerEvent> m_unseen;
    std::map<std::pair<QString, QString>, QByteArray> m_restored; ///< by name and kind: in no layout yet
};

} // namespace plimsoll::models

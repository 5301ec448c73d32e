// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/concerns.h"
#include "redis/poll/datawatch.h"
#include "redis/poll/heads.h"
#include "redis/poll/pollplan.h"
#include "redis/poll/restingrows.h"
#include "redis/wire/serveranswers.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// Keys that our own operations change: their changes are no growth.
class OperatedKeys {
public:
    /// Sets the keys of the running operation. Empty: it has ended; its last changes are read by the next tick.
    void set(std::set<QByteArray> keys);
    /// Call when an operation ended without changes.
    void setUnchanged()
    {
        m_operating.clear();
        m_touched = m_touchedBefore;
    }
    /// Keys that may have changed since the tick before.
    [[nodiscard]] const std::set<QByteArray> &touched() const { return m_touched; }
    void endTick()
    {
        m_touched = m_operating;
        m_touchedBefore.clear();
    }

private:
    std::set<QByteArray> m_operating; ///< of the running operation
    std::set<QByteArray> m_touched; ///< these, and those changed by it since the last tick
    std::set<QByteArray> m_touchedBefore; ///< of operations that ended before the current one, since the last tick
};

/// Makes the snapshot of each tick: gives collectors the place for their figures, judges the rows by limits and
/// concerns, carries on those that were not asked, and tells what happened to the data. Keeps what that needs from tick
/// to tick. Lives with its poll session, whose plan and heads it uses.
class SnapshotMaker {
public:
    /// `isOnly`: no further tick follows; a figure that takes several is unknown.
    SnapshotMaker(PollPlan &plan, HeadTurns &heads, bool isOnly);

    /// Switches the plan to an edited workspace. Returns the previous index of each row, nullopt if it is new.
    std::vector<std::optional<std::size_t>> edit(WorkspacePtr workspace);
    [[nodiscard]] OperatedKeys &operatedKeys() { return m_operated; }
    [[nodiscard]] DataWatch &data() { return m_data; }

    /// What the first replies of a tick say of all rows.
    struct Start {
        std::chrono::milliseconds now{}; ///< server time
        DataSize data{};
        AclUser user{}; ///< to be named where permissions are missing
        bool isTracking = false; ///< some rows may be left out
        bool asksAll = true;
    };
    /// Starts the snapshot of a tick. One that asks some rows begins as the one before, in which the others may rest.
    void start(Start start);
    /// Points `reading` at the figures of a row, all of them unknown, after its collector has caught up with the ticks
    /// in which it rested.
    void place(std::size_t row, Reading &reading);
    /// The same for a row that is read again in this tick.
    void placeAgain(std::size_t row, Reading &reading);
    /// Keeps the counts of a row for ticks that do not ask it. Returns false if they are others than before.
    bool keepCounts(std::size_t row, const Reading &reading);
    /// Judges a row whose figures are complete, and adds it to the snapshot.
    void finishRow(std::size_t row, Reading &reading);
    /// Finishes the other rows with the counts that were read last; ages and rates go on with the time. Rows that rest
    /// stay as they are. `asked`: in ascending order.
    void finishRowsNotAsked(std::span<const std::size_t> asked);
    /// Finishes rows again that have no counts and no head, because they only search.
    void tellAgain(std::span<const std::size_t> rows);
    /// Adds what happened to the data of all rows. Call when all are finished.
    void finish();
    /// Snapshot of the current tick, from start() to take().
    [[nodiscard]] Snapshot &snapshot() { return *m_snapshot; }
    /// Ends the tick.
    SnapshotPtr take();

private:
    /// Counts of all rows as they were last read, laid out like those of a snapshot. Kept only while rows may be left
    /// out of a tick.
    struct Counted {
        std::vector<double> figures;
        std::vector<quint8> notes;
        std::vector<double> parts;
        std::vector<double> beyondBound; ///< one per row
    };

    void addConcerns(std::size_t row);
    void catchUp(std::size_t row);
    void catchUpAll();
    void pointAt(std::size_t row, Reading &reading);
    static void clearFigures(Reading &reading);
    void judge(std::size_t row, Reading &reading);
    void startRates(std::size_t row, Reading &reading);
    void forgetRates(std::size_t row);

    PollPlan &m_plan;
    HeadTurns &m_heads;
    DataWatch m_data;
    OperatedKeys m_operated;
    std::vector<Concerns> m_concerns; ///< one per row
    std::vector<quint8> m_isJudged; ///< per row: 1 if it has limits or concerns
    Counted m_counted;
    RestingRows m_resting;
    bool m_isOnly;

    // The current tick.
    Start m_start;
    std::shared_ptr<Snapshot> m_snapshot;
    Reading m_reading; ///< current row, among those that are not asked
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/collectionclock.h"
#include "models/alerts/serverclock.h"

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
    [[nodiscard]] const StateSince &collection(std::size_t row) const { return m_rows[row].state(); }
    [[nodiscard]] StateSince figure(std::size_t row, int figure) const { return m_rows[row].figure(figure); }
    /// Start of a problem in judged(); nullopt if it does not cause trouble.
    [[nodiscard]] std::optional<StateSince> problem(std::size_t row, const Problem &problem) const
    {
        return m_rows[row].problem(problem);
    }
    /// Start of the oldest cause of the collection's state that lasts, or of the state if that is older. A second cause
    /// that joins does not change it, nor one that begins anew. `shown`: state in the newest snapshot, which stays on
    /// screen while the server is away.
    [[nodiscard]] StateSince oldestCause(std::size_t row, State shown) const { return m_rows[row].oldestCause(shown); }
    /// Start of the oldest lasting cause of trouble of any level, as last known; nullopt if there is no trouble.
    [[nodiscard]] std::optional<StateSince> trouble(std::size_t row) const { return m_rows[row].trouble(); }
    [[nodiscard]] const StateSince &server() const { return m_server.answers(); }
    /// Server event that happened while unwatched, found with the last snapshot, which does not report it.
    [[nodiscard]] const std::optional<ServerEvent> &unseen() const { return m_unseen; }
    /// All subjects in trouble.
    [[nodiscard]] std::vector<AlertSubject> inTrouble() const;

    [[nodiscard]] QByteArray saved() const;
    /// Call before the first snapshot. Ignores data of another version and truncated data.
    void restore(const QByteArray &saved);

private:
    [[nodiscard]] ClockTick tickAt(std::chrono::milliseconds now) const;
    void setLayout(const std::shared_ptr<const SnapshotLayout> &layout);
    void loseUnseen(const Snapshot &snapshot);

    Pace m_pace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<CollectionClock> m_rows;
    ServerClock m_server;
    std::optional<std::chrono::milliseconds> m_last; ///< server time of the last snapshot or attempt
    bool m_wasAway = false;
    std::optional<ServerEvent> m_unseen;
    std::map<std::pair<QString, QString>, QByteArray> m_restored; ///< saved, by name and kind; not yet in a layout
};

} // namespace plimsoll::models

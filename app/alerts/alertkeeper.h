// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alertbook.h"
#include "redis/history/alertstore.h"

#include <QCoreApplication>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <utility>

namespace plimsoll::app {

/// Judges what is polled of one workspace, keeps its alerts, and says who is to be told of them. On one thread, but
/// told() and delayed() from any. Where its file is removed or replaced, what is known of active alerts goes on in the
/// one that is there then. Where another process judges, it waits until that ends. Where the disk is full, alerts are
/// raised all the same, and kept once there is room.
class AlertKeeper final {
    Q_DECLARE_TR_FUNCTIONS(AlertKeeper)

public:
    AlertKeeper(QString path, WorkspacePtr workspace, std::chrono::milliseconds interval);
    ~AlertKeeper();
    Q_DISABLE_COPY_MOVE(AlertKeeper)

    /// What is to be told of now; each until it was told, also over a restart.
    std::vector<redis::AlertMessage> apply(const Snapshot &snapshot);
    /// The server does not answer.
    std::vector<redis::AlertMessage> away(const QString &why);
    /// Somebody was told, or cannot be, and what came of it.
    void told(qint64 message, const QString &outcome = {});
    /// Nobody could be told yet, and why.
    void delayed(qint64 message, const QString &why);
    /// Until all that is to be told was, or for so long.
    void waitUntilTold(const std::stop_token &stop, std::chrono::milliseconds patience);
    /// On the disk what there is to keep, and nobody judges any more: another process may. The next snapshot begins
    /// again.
    void close();
    /// How often snapshots come from now on.
    void setInterval(std::chrono::milliseconds interval);
    /// Another one judges.
    [[nodiscard]] bool isElsewhere() const { return m_isElsewhere; }

    /// What befell the file since this was asked last, in one line; empty: nothing.
    [[nodiscard]] QString takeNotice() { return std::exchange(m_notice, {}); }
    /// Why nothing is kept; empty while it is.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }
    [[nodiscard]] const models::StateClock &states() const { return m_clock; }
    [[nodiscard]] const std::vector<Alert> &active() const { return m_book.active(); }

private:
    using milliseconds = std::chrono::milliseconds;

    [[nodiscard]] models::StateClock makeClock() const;
    /// False: another one judges.
    bool open();
    void leaveFile();
    Outcome goOnIn(redis::AlertStore &store);
    Outcome begin(redis::AlertStore &store);
    void takeWaiting(std::vector<redis::AlertMessage> waiting);
    std::vector<redis::AlertMessage> take(std::vector<AlertChange> changes, milliseconds now);
    std::vector<redis::AlertMessage> messagesOf(const std::vector<AlertChange> &changes);
    void noteEvents(const Snapshot &snapshot);
    void boundUnkept();
    void keep();
    void forgetOld();
    void keepDelays();
    void forgetTold();
    [[nodiscard]] milliseconds serverTime() const;

    QString m_path;
    WorkspacePtr m_workspace;
    milliseconds m_interval;
    models::StateClock m_clock;
    models::AlertBook m_book;
    std::unique_ptr<redis::AlertStore> m_store;
    std::vector<redis::AlertMessage> m_waiting; ///< of a process before this one, to be told again
    std::shared_ptr<const SnapshotLayout> m_layout; ///< whose alerts are settled
    /// What a file had that was removed, or has another in its place.
    struct Lost {
        std::vector<Alert> active;
        std::vector<redis::AlertMessage> waiting;
        bool isReplaced = false;
    };
    std::optional<Lost> m_lost; ///< and is in no other yet
    QString m_trouble, m_notice;
    bool m_isElsewhere = false;
    std::vector<AlertChange> m_unkept;
    std::vector<Mark> m_unkeptEvents;
    std::vector<redis::AlertMessage> m_unkeptMessages;
    qint64 m_nextMessage; ///< higher than any before, also of a process before this one
    std::optional<milliseconds> m_kept; ///< server time of the clock that is on the disk
    std::optional<milliseconds> m_forgotten; ///< server time at which what is over age was taken out
    std::optional<milliseconds> m_serverTime;
    std::chrono::steady_clock::time_point m_taken; ///< ours, at that server time
    std::mutex m_mutex; ///< of what follows
    std::condition_variable_any m_isTold;
    std::set<qint64> m_underWay; ///< given out, and not told yet
    struct Told {
        qint64 message = 0;
        std::optional<AlertTelling> how; ///< nullopt: nobody was
    };
    std::vector<Told> m_told; ///< and still on the disk
    struct Delay {
        QString why;
        bool isKept = false;
    };
    std::map<qint64, Delay> m_delays; ///< of those under way
};

} // namespace plimsoll::app

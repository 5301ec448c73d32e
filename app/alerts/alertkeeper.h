// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertbook.h"
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

/// Evaluates the polls of one workspace, stores its alerts and returns the messages to deliver. Lives on one thread;
/// told() and delayed() are thread-safe. If its file is removed or replaced, active alerts continue in the new file.
/// While another process evaluates the alerts, it waits. If the disk is full, alerts are raised anyway and stored once
/// there is room.
class AlertKeeper final {
    Q_DECLARE_TR_FUNCTIONS(AlertKeeper)

public:
    AlertKeeper(QString path, WorkspacePtr workspace, std::chrono::milliseconds interval);
    ~AlertKeeper();
    Q_DISABLE_COPY_MOVE(AlertKeeper)

    /// Returns the messages to deliver now. Each is kept until delivered, also across restarts.
    std::vector<redis::AlertMessage> apply(const Snapshot &snapshot);
    /// Records that the server does not answer; returns the messages to deliver.
    std::vector<redis::AlertMessage> away(const QString &why);
    /// Marks a message as delivered or given up, with the outcome.
    void told(qint64 message, const QString &outcome = {});
    /// Marks a message as delayed, with the reason.
    void delayed(qint64 message, const QString &why);
    /// Blocks until all messages are delivered, `stop` is requested or `patience` is over.
    void waitUntilTold(const std::stop_token &stop, std::chrono::milliseconds patience);
    /// Stores pending data and releases the file, so that another process may evaluate alerts. The next snapshot opens
    /// it again.
    void close();
    /// Sets the interval of snapshots.
    void setInterval(std::chrono::milliseconds interval);
    /// True while another process evaluates the alerts.
    [[nodiscard]] bool isElsewhere() const { return m_isElsewhere; }

    /// Returns and clears a one-line notice about the file; empty: none.
    [[nodiscard]] QString takeNotice() { return std::exchange(m_notice, {}); }
    /// Reason why storing fails; empty: none.
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
    std::vector<redis::AlertMessage> recordChanges(std::vector<AlertChange> changes, milliseconds now);
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
    std::vector<redis::AlertMessage> m_waiting; ///< messages of an earlier process, to deliver again
    std::shared_ptr<const SnapshotLayout> m_layout; ///< layout whose alerts are settled
    /// Contents of a file that was removed or replaced.
    struct Lost {
        std::vector<Alert> active;
        std::vector<redis::AlertMessage> waiting;
        bool isReplaced = false;
    };
    std::optional<Lost> m_lost; ///< set until stored in a new file
    QString m_trouble, m_notice;
    bool m_isElsewhere = false;
    std::vector<AlertChange> m_unkept;
    std::vector<Mark> m_unkeptEvents;
    std::vector<redis::AlertMessage> m_unkeptMessages;
    qint64 m_nextMessage; ///< higher than any before, also of a process before this one
    std::optional<milliseconds> m_kept; ///< server time of the clock that is on the disk
    std::optional<milliseconds> m_forgotten; ///< server time of the last removal of old alerts
    std::optional<milliseconds> m_serverTime;
    std::chrono::steady_clock::time_point m_taken; ///< local time at m_serverTime
    std::mutex m_mutex; ///< guards the members below
    std::condition_variable_any m_isTold;
    std::set<qint64> m_underWay; ///< ids of messages in flight
    struct Told {
        qint64 message = 0;
        std::optional<AlertTelling> how; ///< nullopt: not delivered
    };
    std::vector<Told> m_told; ///< delivered messages still on disk
    struct Delay {
        QString why;
        bool isKept = false;
    };
    std::map<qint64, Delay> m_delays; ///< delays of messages in flight, by id
};

} // namespace plimsoll::app

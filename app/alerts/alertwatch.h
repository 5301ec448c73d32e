// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertkeeper.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <atomic>

namespace plimsoll::app {

/// How it is with the alerts of a workspace.
struct AlertsState {
    enum class Is { Kept, Elsewhere, Failing };
    Is is = Is::Kept;
    QString text; ///< why not; empty while they are kept
    friend bool operator==(const AlertsState &, const AlertsState &) = default;
};

/// Evaluates, stores and reads the alerts of one workspace at a time on its own thread (moveToThread before open), and
/// stores the user's notes and mutes, so that polls and the GUI do not wait for the disk. All but hand() is called by
/// queued connections or invokeMethod.
class AlertWatch final : public QObject {
    Q_OBJECT

public:
    /// Maximum number of past alerts read at once.
    static constexpr int mostPast = 1'000;

    explicit AlertWatch(QObject *parent = nullptr);

    /// Opens a workspace's alerts and closes the previous ones. `keeping`: false only reads what other processes store.
    void open(const QString &path, const plimsoll::WorkspacePtr &workspace, std::chrono::milliseconds interval,
              bool keeping);
    /// Renames the alert file `former` for a renamed history; call before open().
    void takeAlong(const QString &former, const QString &history);
    /// Stores pending data and closes the file.
    void close();
    void setInterval(std::chrono::milliseconds interval);
    /// Pauses evaluation while polling is paused, so that another process may take over.
    void setPaused(bool paused);
    /// Queues a snapshot; callable from any thread. If the disk is slower than the polls, at most two minutes of
    /// snapshots wait; further ones are not evaluated.
    void hand(const plimsoll::SnapshotPtr &snapshot);
    /// Records that the server does not answer, until the next snapshot.
    void setAway(const QString &why);
    void told(qint64 message, const QString &outcome);
    void delayed(qint64 message, const QString &why);

    void acknowledge(const QStringList &alerts, bool acknowledged);
    /// `until`: server time; 0: unmute.
    void mute(const QStringList &alerts, std::chrono::milliseconds until);
    void note(const QStringList &alerts, const QString &text);
    /// Reads past alerts older than `before`.
    void readPast(const QString &before);
    /// Stores a user's note at a moment, whichever process owns the alerts.
    void keepNote(const plimsoll::Note &note);

signals:
    /// Saved state clock of an earlier run; emitted once if there is any.
    void statesRead(const QByteArray &saved);
    void toTell(const std::vector<plimsoll::redis::AlertMessage> &messages);
    /// Current alerts; emitted at first and whenever they change.
    void alertsRead(const plimsoll::AlertList &alerts);
    /// A page of past alerts; a short page is the last.
    void pastRead(const QString &before, const std::vector<plimsoll::Alert> &alerts);
    void stateChanged(const plimsoll::app::AlertsState &state);
    /// A mute or note could not be stored, or the file was removed.
    void failed(const QString &why);

private:
    void judge(const SnapshotPtr &snapshot);
    void judgeAway();
    void tell(const std::vector<redis::AlertMessage> &messages);
    void sayState();
    /// Reads the file again if any process changed it.
    void look();
    template <typename Write> void write(const QStringList &alerts, Write write);
    [[nodiscard]] redis::AlertStore *people();

    static constexpr int mostWaiting = 120;
    static constexpr std::chrono::milliseconds lookEvery{
        1'000}; ///< ms; interval of checks for changes by other processes
    static constexpr std::chrono::milliseconds awayEvery{5'000};

    QString m_path;
    std::unique_ptr<AlertKeeper> m_keeper; ///< null: it only reads
    std::unique_ptr<redis::AlertStore> m_people;
    std::optional<qint64> m_version;
    QTimer m_look, m_away;
    QString m_awayWhy;
    bool m_isAway = false, m_isPaused = false;
    std::optional<AlertsState> m_state; ///< state last emitted
    std::atomic<int> m_waiting = 0; ///< snapshots in the queue of its thread
};

} // namespace plimsoll::app

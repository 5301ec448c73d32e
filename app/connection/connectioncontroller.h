// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/worker.h"
#include "models/text/connectionstatus.h"
#include "redis/browse/browser.h"
#include "redis/poll/poller.h"
#include "redis/poll/snapshotsource.h"
#include "redis/types/browse.h"
#include "redis/types/endpoint.h"
#include "redis/types/snapshot.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <set>

namespace plimsoll::app {

/// The window's side of a connection: owns the poller and browser with their threads, requests the next poll after
/// handling the last (so that a slow window accumulates no snapshots), drops results of an earlier connection, and
/// reports when figures are old. GUI thread; nothing here waits for the network.
class ConnectionController final : public QObject {
    Q_OBJECT

public:
    explicit ConnectionController(QObject *parent = nullptr);
    /// Ends both threads within 100 ms, whatever the server does.
    ~ConnectionController() override;
    Q_DISABLE_COPY_MOVE(ConnectionController)

    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Plays a recording of a workspace instead of connecting to its server.
    void replay(const WorkspacePtr &workspace, const std::shared_ptr<redis::SnapshotSource> &recording);
    [[nodiscard]] bool isReplaying() const { return m_replaying; }
    /// Continues with an edited workspace; on the same server nothing is interrupted and the chosen interval stays.
    void edit(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void close();

    [[nodiscard]] const WorkspacePtr &workspace() const { return m_workspace; }
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] bool isPaused() const { return m_paused; }

public slots:
    void setInterval(std::chrono::milliseconds interval);
    void setPaused(bool paused);
    void refresh();
    void setShown(const std::set<std::size_t> &collections);
    /// Keys that our running operation changes, whose effect is excluded from rates; empty: it has ended.
    void setOperating(const QList<QByteArray> &keys);
    /// The operation has ended without changing anything.
    void operatedInVain();
    /// Asks about a collection of the open workspace, or of one before an edit, which maps to the current collection.
    void ask(const plimsoll::BrowseRequest &asked);
    void readSlowLog();
    void sampleKeys(const plimsoll::KeySizesRequest &request);
    /// Asks for the commands by which the figures of a collection are read.
    void askCommands(const plimsoll::WorkspacePtr &workspace, std::size_t collection);

signals:
    void snapshotReady(const plimsoll::SnapshotPtr &snapshot);
    void answered(const plimsoll::BrowseResult &result);
    void slowLogRead(const plimsoll::SlowLog &log);
    void keysSampled(const plimsoll::KeySizes &sizes);
    void commandsTold(const plimsoll::redis::Commands &commands);
    void statusChanged(const plimsoll::models::ConnectionStatus &status);
    void oldChanged(bool old);
    void gap(std::chrono::milliseconds serverTime); ///< server time without figures
    void replayEnded(); ///< the last snapshot of the recording was emitted
    void loginRefused(); ///< refused at the first poll of a connection without a password

private:
    void start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, std::chrono::milliseconds interval);
    void goOn(const WorkspacePtr &workspace, bool sameInterval);
    void sendOperating();
    [[nodiscard]] static bool isGivenUp(const redis::PollOutcome &outcome);
    void onPolled(const redis::PollOutcome &outcome);
    void onFailed(const redis::PollOutcome &outcome);
    void onAnswered(const BrowseResult &result);
    void onOld();
    void setOld();
    void poll();
    void setStatus(models::ConnectionStatus status);
    [[nodiscard]] std::chrono::milliseconds estimatedServerTime() const;

    Worker<redis::Poller> m_poller{QLatin1StringView("poll"), this};
    Worker<redis::Browser> m_browser{QLatin1StringView("browse"), this};
    QTimer m_nextPoll;
    QTimer m_becomesOld;

    WorkspacePtr m_workspace;
    redis::Endpoint m_endpoint;
    quint64 m_epoch = 0;
    std::chrono::milliseconds m_interval{1000};
    bool m_paused = false;
    bool m_polling = false; ///< a poll is in flight
    QElapsedTimer m_asked; ///< since that poll was sent
    bool m_pollAgain = false; ///< another poll was requested while one was in flight
    bool m_old = false;
    bool m_replaying = false;
    std::set<QByteArray> m_operating;
    models::ConnectionStatus m_status;
    SnapshotPtr m_last;
    quint64 m_lastQuestion = 0;
    QHash<quint64, BrowseRequest> m_questions; ///< unanswered questions of this connection, by request ID
};

} // namespace plimsoll::app

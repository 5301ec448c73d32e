// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker.h"
#include "redis/browse/browser.h"
#include "redis/poll/poller.h"
#include "redis/poll/snapshotsource.h"
#include "redis/types/browse.h"
#include "redis/types/endpoint.h"
#include "redis/types/snapshot.h"
#include "views/window/sessionview.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <set>

namespace plimsoll::app {

/// The window's side of one connection: owns the poller and the browser with their threads, asks for the next poll
/// when the last one was taken in (so that a slow window never piles snapshots up), drops what an earlier connection
/// still sends, and says when the figures are old. GUI thread; nothing here waits for the network.
class ConnectionController final : public QObject {
    Q_OBJECT

public:
    explicit ConnectionController(QObject *parent = nullptr);
    /// Ends both threads, within 100 ms whatever the server does.
    ~ConnectionController() override;
    Q_DISABLE_COPY_MOVE(ConnectionController)

    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// What was recorded of a workspace, in place of its server: nothing is asked of anybody.
    void replay(const WorkspacePtr &workspace, const std::shared_ptr<redis::SnapshotSource> &recording);
    [[nodiscard]] bool isReplaying() const { return m_replaying; }
    /// The open workspace after an edit: on the same server everything goes on, the chosen interval too.
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
    /// Keys that an operation of ours changes now: what it does is no growth; none: it has ended.
    void setOperating(const QList<QByteArray> &keys);
    /// It has ended and changed nothing.
    void operatedInVain();
    /// Of the workspace that is open, or was before an edit: then of the same collection as it is now.
    void ask(const plimsoll::BrowseRequest &asked);

signals:
    void snapshotReady(const plimsoll::SnapshotPtr &snapshot);
    void answered(const plimsoll::BrowseResult &result);
    void statusChanged(const plimsoll::views::ConnectionStatus &status);
    void oldChanged(bool old);
    void gap(std::chrono::milliseconds serverTime); ///< no figures at that time
    void replayEnded(); ///< the last snapshot of a recording was the last that was said
    void loginRefused(); ///< by the first poll of a connection that has no password

private:
    void start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, std::chrono::milliseconds interval);
    void goOn(const WorkspacePtr &workspace, bool sameInterval);
    void sendOperating();
    [[nodiscard]] static bool isGivenUp(const redis::PollOutcome &outcome);
    void onPolled(const redis::PollOutcome &outcome);
    void onFailed(const redis::PollOutcome &outcome);
    void onAnswered(const BrowseResult &result);
    void onOld();
    void poll();
    void setStatus(views::ConnectionStatus status);
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
    bool m_polling = false; ///< a poll is under way
    bool m_pollAgain = false; ///< asked for meanwhile
    bool m_old = false;
    bool m_replaying = false;
    std::set<QByteArray> m_operating;
    views::ConnectionStatus m_status;
    SnapshotPtr m_last;
    QHash<quint64, BrowseRequest> m_questions; ///< asked of this connection and not answered, by the id they went under
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertscontroller.h"
#include "app/connection/connectioncontroller.h"
#include "app/session/discoverycontroller.h"
#include "app/session/historycontroller.h"
#include "app/session/labcontroller.h"
#include "app/session/operationscontroller.h"
#include "app/recording/recordingreader.h"
#include "app/recording/snapshotrecorder.h"
#include "app/session/workspacedocument.h"
#include "models/history/history.h"
#include "views/window/sessionview.h"

#include <QObject>

namespace plimsoll::app {

/// One open workspace: document, history in memory and on disk, alerts, connection, operations and view. The program,
/// `plimsoll screenshot` and tests use sessions; the parts are connected only here. GUI thread.
class Session final : public QObject {
    Q_OBJECT

public:
    Session(views::Theme *theme, QThreadPool &files, QObject *parent = nullptr);
    ~Session() override;
    Q_DISABLE_COPY_MOVE(Session)

    [[nodiscard]] WorkspaceDocument &document() { return m_document; }
    [[nodiscard]] models::History &history() { return m_history; }
    [[nodiscard]] const models::History &history() const { return m_history; }
    [[nodiscard]] HistoryController &keptHistory() { return m_kept; }
    [[nodiscard]] AlertsController &alerts() { return m_alerts; }
    [[nodiscard]] LabController &lab() { return m_lab; }
    [[nodiscard]] DiscoveryController &discovery() { return m_discovery; }
    [[nodiscard]] views::SessionView &view() { return m_view; }
    [[nodiscard]] ConnectionController &connection() { return m_connection; }
    [[nodiscard]] const ConnectionController &connection() const { return m_connection; }
    [[nodiscard]] OperationsController &operations() { return m_operations; }

    /// Sets the folder of journal, archive and history; empty: the platform's data folder. Call before open().
    void setDataDir(const QString &dataDir);
    [[nodiscard]] const QString &dataDir() const { return m_dataDir; }
    /// Opens another workspace and drops everything of the previous one.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
              WorkspaceDocument::Keeping keeping = WorkspaceDocument::Keeping::File);
    /// Plays a recording without a server; nothing is stored, and operations and edits are disabled.
    void replay(const std::shared_ptr<RecordingReader> &recording);
    /// Writes all later snapshots to `file`.
    void record(const std::shared_ptr<RecordingFile> &file);
    /// Applies an edited and saved workspace with its endpoint; the screen and observed data stay.
    void edit(const WorkspacePtr &before, const Workspace &after, const redis::Endpoint &endpoint);
    /// Changes the endpoint of the current document: another login or another path.
    void follow(const redis::Endpoint &endpoint);
    void close();

signals:
    void raiseRequested(); ///< the user requested this session from outside the window

private:
    [[nodiscard]] views::PageContext pageContext(views::Theme *theme);
    void connectView();
    void connectConnection();
    void connectKept();
    void connectAlerts();
    void showHistoryState();
    /// Copies commands as lines for redis-cli.
    void copyCommands(const redis::Commands &commands);
    void offerReport();
    /// Adds collections to the workspace and shows them.
    void watch(const std::vector<CollectionDefinition> &collections);
    /// Restores the states from before the window was opened; once per workspace.
    void takeStates(const QByteArray &saved);
    void forgetHistory();
    void openKept(const redis::Endpoint &endpoint);
    /// Polls heads and stores all figures of the collections on screen at every tick.
    void followShown();

    WorkspaceDocument m_document;
    models::History m_history;
    HistoryController m_kept;
    AlertsController m_alerts;
    OperationsController m_operations;
    LabController m_lab;
    DiscoveryController m_discovery;
    views::SessionView m_view; ///< calls the services above
    ConnectionController m_connection;
    Worker<SnapshotRecorder> m_recorder{QLatin1StringView("record"), this, std::chrono::seconds(2)};
    SnapshotPtr m_latest;
    bool m_connected = false;
    bool m_statesWanted = false; ///< states before the opening are not restored yet
    redis::HistoryState m_historyState;
    QString m_historyDamage;
    QString m_former; ///< previous history file of a workspace being renamed; empty: none
    QString m_dataDir; ///< data folder passed to setDataDir()
};

} // namespace plimsoll::app

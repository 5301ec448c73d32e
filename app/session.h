// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alertscontroller.h"
#include "app/connectioncontroller.h"
#include "app/historycontroller.h"
#include "app/operationscontroller.h"
#include "app/recording/recordingreader.h"
#include "app/recording/snapshotrecorder.h"
#include "app/workspacedocument.h"
#include "models/history.h"
#include "views/window/sessionview.h"

#include <QObject>

namespace plimsoll::app {

/// One workspace at work: its document, its history in memory and on the disk, its alerts, its connection, its
/// operations, and the view that shows them. The program, `plimsoll screenshot` and tests have these; what of them is
/// wired to what is said here alone. GUI thread.
class Session final : public QObject {
    Q_OBJECT

public:
    Session(views::Theme *theme, QThreadPool &files, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(Session)

    [[nodiscard]] WorkspaceDocument &document() { return m_document; }
    [[nodiscard]] models::History &history() { return m_history; }
    [[nodiscard]] const models::History &history() const { return m_history; }
    [[nodiscard]] HistoryController &keptHistory() { return m_kept; }
    [[nodiscard]] AlertsController &alerts() { return m_alerts; }
    [[nodiscard]] views::SessionView &view() { return m_view; }
    [[nodiscard]] ConnectionController &connection() { return m_connection; }
    [[nodiscard]] const ConnectionController &connection() const { return m_connection; }
    [[nodiscard]] OperationsController &operations() { return m_operations; }

    /// Where journal, archive and history live; empty: the platform's folder for data. Before open().
    void setDataDir(const QString &dataDir);
    /// Another workspace: nothing of the one before stays.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
              WorkspaceDocument::Keeping keeping = WorkspaceDocument::Keeping::File);
    /// What was recorded, without a server; nothing is kept of it, and nothing can be done or edited.
    void replay(const std::shared_ptr<RecordingReader> &recording);
    /// What comes from now on is written there as well.
    void record(const std::shared_ptr<RecordingFile> &file);
    /// The workspace edited and saved, reached there from now on: what is on screen and what was observed stays.
    void edit(const WorkspacePtr &before, const Workspace &after, const redis::Endpoint &endpoint);
    /// The document as it is now, reached there from now on: the same workspace with another login, or another path.
    void follow(const redis::Endpoint &endpoint);
    void close();

signals:
    void raiseRequested(); ///< the person wants to see it, from outside of the window

private:
    void connectView();
    void connectConnection();
    void connectKept();
    void connectAlerts();
    void showHistoryState();
    void offerReport();
    /// The window shows how it was then; of a moment that is not over yet, how it is.
    void goTo(std::chrono::milliseconds time);
    void goLive();
    /// Of a workspace that can be saved with what is proposed.
    void readDay(const QString &collection, const QString &kind);
    /// What was remembered of states before the window was opened: once for each workspace.
    void takeStates(const QByteArray &saved);
    void forgetHistory();
    void openKept(const redis::Endpoint &endpoint);
    /// What is on screen has its heads read and its figures kept with every tick.
    void followShown();

    WorkspaceDocument m_document;
    models::History m_history;
    views::SessionView m_view;
    HistoryController m_kept;
    AlertsController m_alerts;
    ConnectionController m_connection;
    OperationsController m_operations;
    Worker<SnapshotRecorder> m_recorder{QLatin1StringView("record"), this, std::chrono::seconds(2)};
    SnapshotPtr m_latest;
    bool m_connected = false;
    bool m_statesWanted = false; ///< nothing is known of states but what was seen since it was opened
    redis::HistoryState m_historyState;
    QString m_historyDamage;
    QString m_former; ///< where the history is of the workspace that is being renamed; empty: none is
    QString m_dataDir; ///< as it was given
};

} // namespace plimsoll::app

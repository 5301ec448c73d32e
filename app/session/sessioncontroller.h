// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/democontroller.h"
#include "app/session/session.h"
#include "app/session/settings.h"
#include "app/session/windowdialogs.h"
#include "redis/workspace/workspacefile.h"
#include "views/dialogs/collectioneditor.h"
#include "views/page/question.h"

#include <functional>
#include <utility>

namespace plimsoll::app {

/// Handles the user's actions on one session: open, connect, edit, log in, save, demo. Owns the session, its dialogs
/// and its demo. GUI thread; files are read on the pool.
class SessionController final : public QObject {
    Q_OBJECT

public:
    SessionController(Settings &settings, views::Theme &theme, QThreadPool &files, QObject *parent = nullptr);
    ~SessionController() override;
    Q_DISABLE_COPY_MOVE(SessionController)

    [[nodiscard]] Session &session() { return m_session; }
    [[nodiscard]] views::SessionView &view() { return m_session.view(); }

    /// Sets a function that shows the session with that file open and returns true, so that only one session has it.
    void setElsewhere(std::function<bool(const QString &path)> elsewhere) { m_elsewhere = std::move(elsewhere); }
    void setDemoOptions(const demo::DemoSession::Options &options) { m_demoOptions = options; }
    /// Opens a workspace file or a server's URL.
    void openNamed(const QString &name, const QString &url = {});
    /// `url`: replaces the workspace's server; empty: does not.
    void openFile(const QString &path, const QString &url = {});
    /// Opens a server with a new empty workspace, and looks for collections to add to it.
    void openUrl(const QString &url);
    void startDemo();
    /// Shows an alert, at once or when a workspace is open.
    void showAlert(const QString &alert);
    /// Plays a recording at the given pace.
    void openRecording(const QString &path, double pace);
    /// Ends all work on servers.
    void leave();

signals:
    void opened(const QString &path); ///< the file was opened or saved
    void newTabConnectionRequested();
    void settingsChosen(const plimsoll::views::SettingsValues &values);

private:
    void connectView();
    void connectEditing();
    void connectDialogs();
    /// Shows the form of a new connection, after the user has chosen what happens to the current workspace.
    void askToConnect();
    /// Opens another file after the user agrees to leave the current one.
    void askFor(const QString &path);
    /// Opens a workspace and ends a running demonstration.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Opens it once it is known whether the programs of the endpoint are allowed.
    void openJudged(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void openRead(const QString &path, const QString &url, const redis::WorkspaceResult &read);
    void openChosen(const views::ConnectionForm &form, const redis::Endpoint &endpoint);
    void editConnection();
    /// `figure`: whose limit is shown; empty: the first tab.
    views::CollectionEditor *editCollection(std::size_t collection, views::CollectionEditor::Proposing proposing,
                                            const QString &figure = {});
    void connectionEdited(const WorkspacePtr &before, const views::ConnectionForm &form, const redis::Endpoint &there);
    void keepPassword(const views::ConnectionForm &form, const redis::Endpoint &endpoint);
    void showDemo(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void askKeychain();
    void takePassword(const redis::Endpoint &asked, const QByteArray &password);
    void applyEdit(const WorkspacePtr &before, const Workspace &after);
    [[nodiscard]] const WorkspacePtr &workspace() { return m_session.document().workspace(); }

    Settings &m_settings;
    QThreadPool &m_files;
    Session m_session;
    WindowDialogs m_dialogs;
    DemoController m_demo;
    demo::DemoSession::Options m_demoOptions;
    std::shared_ptr<RecordingReader> m_recording; ///< last recording opened
    std::function<bool(const QString &path)> m_elsewhere = [](const QString &) { return false; };
    QString m_lostWhy; ///< why the server cannot be asked; empty while it can
    QString m_alert; ///< ID of the alert to show; empty: none
    views::Newest m_opening; ///< file being read; ignored if another one was requested since
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/democontroller.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/windowdialogs.h"
#include "redis/workspace/workspacefile.h"
#include "views/dialogs/collectioneditor.h"
#include "views/page/question.h"

#include <functional>
#include <utility>

namespace plimsoll::app {

/// What a person does with one session: opens, connects, edits, logs in, saves, plays with the demo. Owns it, its
/// dialogs and its demo. GUI thread; files are read on the pool.
class SessionController final : public QObject {
    Q_OBJECT

public:
    SessionController(Settings &settings, views::Theme &theme, QThreadPool &files, QObject *parent = nullptr);
    ~SessionController() override;
    Q_DISABLE_COPY_MOVE(SessionController)

    [[nodiscard]] Session &session() { return m_session; }
    [[nodiscard]] views::SessionView &view() { return m_session.view(); }

    /// True for a file that another session has open, which is on screen then: no two write to one file.
    void setElsewhere(std::function<bool(const QString &path)> elsewhere) { m_elsewhere = std::move(elsewhere); }
    void setDemoOptions(const demo::DemoSession::Options &options) { m_demoOptions = options; }
    /// A workspace's file, or a server's URL.
    void openNamed(const QString &name, const QString &url = {});
    /// `url`: connect there instead of where the workspace says; empty: where it says.
    void openFile(const QString &path, const QString &url = {});
    /// A server without a workspace: an empty one is made for it, to add collections to.
    void openUrl(const QString &url);
    void startDemo();
    /// The alert that is on screen once a workspace is open.
    void showAlert(const QString &alert) { m_alert = alert; }
    /// What was recorded, at that pace.
    void openRecording(const QString &path, double pace);
    /// Ends what it has to do with servers.
    void leave();

signals:
    void opened(const QString &path); ///< that file, or it was saved there
    void settingsChosen(const plimsoll::views::SettingsValues &values);

private:
    void connectView();
    void connectEditing();
    void connectDialogs();
    /// Another file, once what is open may go.
    void askFor(const QString &path);
    /// Leaves the demonstration, if it was open.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void openRead(const QString &path, const QString &url, const redis::WorkspaceResult &read);
    void openChosen(const views::ConnectionForm &form, const redis::Endpoint &endpoint);
    void editConnection();
    void editCollection(std::size_t collection, views::CollectionEditor::Proposing proposing);
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
    std::shared_ptr<RecordingReader> m_recording; ///< the last that was opened
    std::function<bool(const QString &path)> m_elsewhere = [](const QString &) { return false; };
    QString m_alert; ///< to be shown; empty: none
    views::Newest m_opening; ///< the file that is read: not opened once something else was asked for
};

} // namespace plimsoll::app

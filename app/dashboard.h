// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/connectioncontroller.h"
#include "app/democontroller.h"
#include "app/operationscontroller.h"
#include "app/settings.h"
#include "app/systemtheme.h"
#include "app/windowdialogs.h"
#include "models/history.h"
#include "redis/workspace/workspacefile.h"
#include "views/theme/theme.h"
#include "views/widgets/screenfit.h"
#include "views/window/mainwindow.h"

#include <QObject>
#include <QThreadPool>

class QApplication;

namespace plimsoll::app {

/// The dashboard: the window, what it shows and what feeds it. Turns what a person asks for into workspaces, files and
/// questions to the workers. GUI thread; files are read and written on the thread pool.
class Dashboard final : public QObject {
    Q_OBJECT

public:
    explicit Dashboard(QApplication &application);
    ~Dashboard() override;
    Q_DISABLE_COPY_MOVE(Dashboard)

    /// Shows the window with what the command line names: a workspace, a server, the demo, or else what was open last.
    void start(const Arguments &arguments);

    [[nodiscard]] views::MainWindow &window() { return m_window; }

public slots:
    void openFile(const QString &path);
    /// A server without a workspace: an empty one is made for it, to add collections to.
    void openUrl(const QString &url);
    void startDemo();

private:
    void connectWindow();
    void connectEditing();
    void connectConnection();
    void connectDialogs();
    /// Leaves the demonstration, if it was open.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void show(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Polls, browses and acts there from now on: the same workspace, edited or with another login.
    void follow(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// The same with the open workspace edited: what is on screen and what was observed stays.
    void followEdit(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// What is on screen has its heads read and its figures kept with every tick.
    void followShown();
    void openRead(const QString &path, const redis::WorkspaceResult &read);
    void openChosen(const views::ConnectionForm &form, const redis::Endpoint &endpoint);
    void editConnection();
    void connectionEdited(const WorkspacePtr &before, const views::ConnectionForm &form, const redis::Endpoint &there);
    void keepPassword(const views::ConnectionForm &form, const redis::Endpoint &endpoint);
    void showDemo(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void askKeychain();
    void takePassword(const redis::Endpoint &asked, const QByteArray &password);
    /// At once, or once the person has said what becomes of a workspace that no file holds.
    void leaveDocument(const std::function<void()> &then);
    [[nodiscard]] bool isUnsaved() const;
    void applyEdit(const WorkspacePtr &before, const Workspace &after);
    /// The same, reached there from now on.
    void replaceWorkspace(const WorkspacePtr &before, const Workspace &after, const redis::Endpoint &endpoint);
    void savePlaceChosen(const WorkspacePtr &workspace, const QString &path);
    void save(const WorkspacePtr &workspace);
    void addRecent(const QString &path);
    void leave();

    Settings m_settings;
    QThreadPool m_files; ///< one thread: reads and writes workspaces in the order asked for
    views::Theme m_theme;
    SystemTheme m_systemTheme;
    views::ScreenFit m_screenFit;
    models::History m_history;
    views::MainWindow m_window;
    WindowDialogs m_dialogs;
    ConnectionController m_connection;
    OperationsController m_operations;
    DemoController m_demo;
    demo::DemoSession::Options m_demoOptions;
    QString m_givenUrl; ///< -u: instead of the workspace's
    quint64 m_opening = 0; ///< counts what was asked to be opened: a file read later than another request is dropped
    bool m_inDemo = false; ///< what is open is the demo's; before it is ready, or where it fails, it is not
    WorkspacePtr m_unsaved; ///< as it was edited, where no file holds it
    std::function<void()> m_afterSaving; ///< what waits for it to be saved
    bool m_connected = false;
    bool m_left = false;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/connectioncontroller.h"
#include "app/demo/demosession.h"
#include "models/history.h"
#include "redis/workspace/workspacefile.h"
#include "views/mainwindow.h"
#include "views/theme.h"

#include <QObject>
#include <QSettings>
#include <QThreadPool>

#include <memory>

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
    void addDemoBar();
    void connectWindow();
    void connectConnection();
    void open(const WorkspacePtr &workspace, redis::Endpoint endpoint);
    void openRead(const QString &path, const redis::WorkspaceResult &read);
    void chooseFile();
    void askKeychain();

    void edit(Workspace changed);
    void save(const WorkspacePtr &workspace, const QString &path);
    void chooseSavePlace(const WorkspacePtr &workspace);

    void addRecent(const QString &path);
    [[nodiscard]] QStringList recent() const;
    void leave();

    QSettings m_settings;
    QThreadPool m_files; ///< one thread: reads and writes workspaces in the order asked for
    views::Theme m_theme;
    models::History m_history;
    views::MainWindow m_window;
    ConnectionController m_connection;
    std::unique_ptr<demo::DemoSession> m_demo;
    demo::DemoSession::Options m_demoOptions;
    QString m_givenUrl; ///< -u: instead of the workspace's
    quint64 m_opening = 0; ///< counts what was asked to be opened: a file read later than another request is dropped
    bool m_left = false;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard.h"

#include "app/background.h"
#include "app/secrets.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspaceedit.h"
#include "views/demobar.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace plimsoll::app {

namespace {

constexpr qsizetype maxRecent = 8;

QString themeKey()
{
    return QStringLiteral("theme");
}
QString recentKey()
{
    return QStringLiteral("recent");
}
QString lastKey()
{
    return QStringLiteral("lastWorkspace");
}

views::Theme::Choice themeChoice(const QSettings &settings)
{
    const QString choice = settings.value(themeKey()).toString();
    if (choice == u"light") {
        return views::Theme::Choice::Light;
    }
    return choice == u"dark" ? views::Theme::Choice::Dark : views::Theme::Choice::System;
}

} // namespace

Dashboard::Dashboard(QApplication &application) : m_window({&m_theme, &m_history}, redis::kindInfos())
{
    m_files.setMaxThreadCount(1);
    m_theme.install(application, themeChoice(m_settings));
    connectWindow();
    connectConnection();
    connect(&application, &QCoreApplication::aboutToQuit, this, &Dashboard::leave);
}

Dashboard::~Dashboard()
{
    leave();
}

void Dashboard::leave()
{
    if (!m_left) {
        m_left = true;
        m_window.saveLayout(m_settings);
        m_connection.close();
        m_demo.reset();
    }
}

void Dashboard::connectWindow()
{
    connect(&m_window, &views::MainWindow::asked, &m_connection, &ConnectionController::ask);
    connect(&m_window, &views::MainWindow::shownChanged, this, [this] { m_connection.setShown(m_window.shown()); });
    connect(&m_window, &views::MainWindow::refreshRequested, &m_connection, &ConnectionController::refresh);
    connect(&m_window, &views::MainWindow::intervalChosen, &m_connection, &ConnectionController::setInterval);
    connect(&m_window, &views::MainWindow::pauseToggled, &m_connection, &ConnectionController::setPaused);
    connect(&m_window, &views::MainWindow::openRequested, this, [this](const QString &path) {
        if (path.isEmpty()) {
            chooseFile();
        } else {
            openFile(path);
        }
    });
    connect(&m_window, &views::MainWindow::demoRequested, this, &Dashboard::startDemo);
    connect(&m_window, &views::MainWindow::removeCollectionRequested, this, [this](std::size_t collection) {
        if (const WorkspacePtr workspace = m_connection.workspace()) {
            edit(redis::withCollectionRemoved(*workspace, collection));
        }
    });
    connect(&m_window, &views::MainWindow::moveCollectionRequested, this, [this](std::size_t from, std::size_t to) {
        if (const WorkspacePtr workspace = m_connection.workspace()) {
            edit(redis::withCollectionMoved(*workspace, from, to));
        }
    });
}

void Dashboard::connectConnection()
{
    connect(&m_connection, &ConnectionController::snapshotReady, this, [this](const SnapshotPtr &snapshot) {
        m_history.apply(snapshot); // before the window: its charts read from there
        m_window.apply(snapshot);
    });
    connect(&m_connection, &ConnectionController::answered, &m_window, &views::MainWindow::answer);
    connect(&m_connection, &ConnectionController::statusChanged, &m_window, &views::MainWindow::setConnection);
    connect(&m_connection, &ConnectionController::oldChanged, &m_window, &views::MainWindow::setOld);
    connect(&m_connection, &ConnectionController::gap, &m_history, &models::History::noteGap);
    connect(&m_connection, &ConnectionController::loginRefused, this, &Dashboard::askKeychain);
}

void Dashboard::start(const Arguments &arguments)
{
    m_givenUrl = arguments.url;
    m_demoOptions = {arguments.seed, arguments.pace};
    m_window.restoreLayout(m_settings);
    m_window.setRecent(recent());
    m_window.setWorkspace(nullptr);
    m_window.show();
    const QString named = arguments.target.isEmpty() ? arguments.workspace : arguments.target;
    if (arguments.command == Command::Demo) {
        startDemo();
    } else if (named.contains(QLatin1String("://"))) {
        openUrl(named);
    } else if (!named.isEmpty()) {
        openFile(named);
    } else if (!m_givenUrl.isEmpty()) {
        openUrl(m_givenUrl);
    } else if (const QString last = m_settings.value(lastKey()).toString(); !last.isEmpty()) {
        openFile(last);
    }
}

void Dashboard::openFile(const QString &path)
{
    const quint64 opening = ++m_opening;
    inBackground(
        m_files, this, [path] { return redis::readWorkspace(path, redis::kindInfos()); },
        [this, opening, path](const redis::WorkspaceResult &read) {
            if (opening == m_opening) {
                openRead(path, read);
            }
        });
}

void Dashboard::openRead(const QString &path, const redis::WorkspaceResult &read)
{
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&read)) {
        const auto more = static_cast<int>(problems->size()) - 1;
        const QString first = problems->front().line(QFileInfo(path).fileName());
        m_window.showMessage(more > 0 ? tr("%1 (and %n more)", nullptr, more).arg(first) : first);
        return;
    }
    const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(read));
    const QString given = std::exchange(m_givenUrl, QString()); // of the command line: for its workspace alone
    const auto endpoint = redis::Endpoint::parse(given.isEmpty() ? workspace->connection.url : given);
    if (!endpoint) {
        m_window.showMessage(endpoint.error().message);
        return;
    }
    addRecent(QFileInfo(path).absoluteFilePath());
    open(workspace, *endpoint);
}

void Dashboard::openUrl(const QString &url)
{
    const auto endpoint = redis::Endpoint::parse(url);
    if (!endpoint) {
        m_window.showMessage(endpoint.error().message);
        return;
    }
    Workspace workspace;
    workspace.name = endpoint->display();
    workspace.connection.url = endpoint->url();
    open(std::make_shared<const Workspace>(std::move(workspace)), *endpoint);
}

void Dashboard::open(const WorkspacePtr &workspace, redis::Endpoint endpoint)
{
    ++m_opening;
    m_demo.reset();
    endpoint = withEnvironmentPassword(std::move(endpoint));
    m_history.clear();
    m_window.setWorkspace(workspace);
    m_connection.open(workspace, endpoint);
    m_connection.setShown(m_window.shown());
}

void Dashboard::startDemo()
{
    const quint64 opening = ++m_opening;
    m_demo = std::make_unique<demo::DemoSession>(m_demoOptions);
    connect(m_demo.get(), &demo::DemoSession::message, &m_window, &views::MainWindow::showMessage);
    connect(m_demo.get(), &demo::DemoSession::failed, &m_window, &views::MainWindow::showMessage);
    connect(m_demo.get(), &demo::DemoSession::ready, this,
            [this, opening](const WorkspacePtr &workspace, const redis::Endpoint &endpoint) {
                if (opening == m_opening) {
                    m_history.clear();
                    m_window.setWorkspace(workspace);
                    m_connection.open(workspace, endpoint);
                    m_connection.setShown(m_window.shown());
                }
            });
    addDemoBar();
    m_demo->start();
}

void Dashboard::addDemoBar()
{
    auto *bar = new views::DemoBar(&m_theme, &m_window);
    demo::Workload *workload = &m_demo->workload();
    bar->setPace(workload->pace());
    connect(bar, &views::DemoBar::paceChanged, workload, &demo::Workload::setPace);
    connect(bar, &views::DemoBar::pauseToggled, workload, &demo::Workload::setPaused);
    connect(bar, &views::DemoBar::burstRequested, workload, &demo::Workload::burst);
    connect(bar, &views::DemoBar::crashRequested, workload, &demo::Workload::crashWorker);
    connect(m_demo.get(), &QObject::destroyed, bar, &QObject::deleteLater); // goes with its demonstration
    m_window.addToolBar(Qt::BottomToolBarArea, bar);
}

void Dashboard::askKeychain()
{
    const redis::Endpoint asked = m_connection.endpoint();
    const WorkspacePtr workspace = m_connection.workspace();
    readKeychainLater(asked, this, [this, asked, workspace](const std::optional<QByteArray> &password) {
        if (password && m_connection.workspace() == workspace) {
            redis::Endpoint endpoint = asked;
            endpoint.password = *password;
            m_connection.open(workspace, endpoint);
            m_connection.setShown(m_window.shown());
        }
    });
}

void Dashboard::chooseFile()
{
    auto *dialog =
        new QFileDialog(&m_window, tr("Open a workspace"), QDir::homePath(), tr("Workspaces (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Dashboard::openFile);
    dialog->open();
}

void Dashboard::edit(Workspace changed)
{
    const auto workspace = std::make_shared<const Workspace>(std::move(changed));
    m_window.setWorkspace(workspace);
    m_connection.open(workspace, m_connection.endpoint());
    m_connection.setShown(m_window.shown());
    if (m_demo) {
        return; // the demonstration's workspace goes with it
    }
    if (workspace->path.isEmpty()) {
        chooseSavePlace(workspace);
    } else {
        save(workspace, workspace->path);
    }
}

void Dashboard::chooseSavePlace(const WorkspacePtr &workspace)
{
    auto *dialog = new QFileDialog(&m_window, tr("Save the workspace"), QDir::homePath(), tr("Workspaces (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, workspace](const QString &path) {
        Workspace named = m_connection.workspace() ? *m_connection.workspace() : *workspace;
        named.path = path;
        const auto kept = std::make_shared<const Workspace>(std::move(named));
        m_connection.open(kept, m_connection.endpoint());
        m_window.setWorkspace(kept);
        save(kept, path);
        addRecent(path);
    });
    dialog->open();
}

void Dashboard::save(const WorkspacePtr &workspace, const QString &path)
{
    inBackground(
        m_files, this, [workspace, path] { return redis::saveWorkspace(*workspace, path); },
        [this, path](const Outcome &saved) {
            m_window.showMessage(saved ? tr("%1 saved").arg(QFileInfo(path).fileName()) : saved.error().message);
        });
}

QStringList Dashboard::recent() const
{
    return m_settings.value(recentKey()).toStringList();
}

void Dashboard::addRecent(const QString &path)
{
    QStringList paths = recent();
    paths.removeAll(path);
    paths.prepend(path);
    while (paths.size() > maxRecent) {
        paths.removeLast();
    }
    m_settings.setValue(recentKey(), paths);
    m_settings.setValue(lastKey(), path);
    m_window.setRecent(paths);
}

} // namespace plimsoll::app

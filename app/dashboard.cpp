// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard.h"

#include "app/background.h"
#include "app/secrets.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspaceedit.h"
#include "redis/workspace/workspaceendpoint.h"

#include <QApplication>
#include <QFileInfo>

#include <utility>

namespace plimsoll::app {

Dashboard::Dashboard(QApplication &application)
    : m_theme(application, m_settings.values().theme), m_systemTheme(SystemTheme::sessionBusAddress()),
      m_window({&m_theme, &m_history}, redis::kindInfos()), m_dialogs(&m_window, &m_theme),
      m_operations(&m_window, &m_theme), m_demo(m_window, m_theme)
{
    m_files.setMaxThreadCount(1);
    connect(&m_systemTheme, &SystemTheme::preferenceChanged, &m_theme, &views::Theme::setSystemDark);
    m_window.setPageRows(m_settings.values().pageRows);
    connectWindow();
    connectEditing();
    connectConnection();
    connectDialogs();
    connect(&application, &QCoreApplication::aboutToQuit, this, &Dashboard::leave);
}

Dashboard::~Dashboard()
{
    leave();
}

void Dashboard::leave()
{
    if (!std::exchange(m_left, true)) {
        m_window.saveLayout(m_settings.layout());
        m_connection.close();
        m_operations.close();
        m_demo.stop();
    }
}

void Dashboard::connectWindow()
{
    connect(&m_window.host(), &views::PageHost::asked, &m_connection, &ConnectionController::ask);
    connect(&m_window, &views::MainWindow::shownChanged, this, &Dashboard::followShown);
    connect(&m_window, &views::MainWindow::refreshRequested, &m_connection, &ConnectionController::refresh);
    connect(&m_window, &views::MainWindow::intervalChosen, &m_connection, &ConnectionController::setInterval);
    connect(&m_window, &views::MainWindow::pauseToggled, &m_connection, &ConnectionController::setPaused);
    connect(&m_window, &views::MainWindow::demoRequested, this, [this] { leaveDocument([this] { startDemo(); }); });
    m_window.setCloseGuard([this] {
        if (isUnsaved()) {
            leaveDocument([this] { m_window.close(); });
            return false;
        }
        return true;
    });
    connect(&m_window, &views::MainWindow::connectRequested, &m_dialogs, &WindowDialogs::connectToServer);
    connect(&m_window, &views::MainWindow::settingsRequested, this,
            [this] { m_dialogs.editSettings(m_settings.values()); });
    connect(&m_window, &views::MainWindow::openRequested, this, [this](const QString &path) {
        if (path.isEmpty()) {
            m_dialogs.chooseWorkspace();
        } else {
            leaveDocument([this, path] { openFile(path); });
        }
    });
}

void Dashboard::connectEditing()
{
    connect(&m_window, &views::MainWindow::editConnectionRequested, this, &Dashboard::editConnection);
    const auto edit = [this](std::optional<std::size_t> collection, bool copy) {
        const WorkspacePtr workspace = m_connection.workspace();
        if (!workspace || (collection && *collection >= workspace->collections.size())) {
            return;
        }
        m_dialogs.setEndpoint(m_connection.endpoint());
        copy ? m_dialogs.duplicateCollection(workspace, *collection) : m_dialogs.editCollection(workspace, collection);
    };
    connect(&m_window, &views::MainWindow::addCollectionRequested, this, [edit] { edit(std::nullopt, false); });
    connect(&m_window, &views::MainWindow::editCollectionRequested, this, [edit](auto which) { edit(which, false); });
    connect(&m_window, &views::MainWindow::duplicateCollectionRequested, this,
            [edit](auto which) { edit(which, true); });
    connect(&m_window, &views::MainWindow::removeCollectionRequested, this, [this](std::size_t collection) {
        if (const WorkspacePtr workspace = m_connection.workspace()) {
            m_dialogs.removeCollection(workspace, collection, m_settings.values().confirmRemove);
        }
    });
    connect(&m_window, &views::MainWindow::moveCollectionRequested, this, [this](std::size_t from, std::size_t to) {
        if (const WorkspacePtr workspace = m_connection.workspace()) {
            applyEdit(workspace, redis::withCollectionMoved(*workspace, from, to));
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
    connect(&m_connection, &ConnectionController::statusChanged, this, [this](const views::ConnectionStatus &status) {
        const bool connected = status.state == views::ConnectionStatus::State::Connected;
        if (connected && !std::exchange(m_connected, connected)) {
            m_operations.noteConnected();
        }
        m_connected = connected;
    });
    connect(&m_connection, &ConnectionController::oldChanged, &m_window, &views::MainWindow::setOld);
    connect(&m_connection, &ConnectionController::gap, &m_history, &models::History::noteGap);
    connect(&m_operations, &OperationsController::operatingChanged, &m_connection, &ConnectionController::setOperating);
    connect(&m_operations, &OperationsController::operatedInVain, &m_connection, &ConnectionController::operatedInVain);
    connect(&m_operations, &OperationsController::dataChanged, &m_connection, &ConnectionController::refresh);
    connect(&m_connection, &ConnectionController::loginRefused, this, &Dashboard::askKeychain);
    connect(&m_demo, &DemoController::message, &m_window, &views::MainWindow::showMessage);
    connect(&m_demo, &DemoController::ready, this, &Dashboard::showDemo);
}

void Dashboard::connectDialogs()
{
    connect(&m_dialogs, &WindowDialogs::connectionChosen, this,
            [this](const views::ConnectionForm &form, const redis::Endpoint &endpoint) {
                leaveDocument([this, form, endpoint] { openChosen(form, endpoint); });
            });
    connect(&m_dialogs, &WindowDialogs::savePlaceRefused, this, [this] { m_afterSaving = nullptr; });
    connect(&m_dialogs, &WindowDialogs::passwordGiven, this, &Dashboard::takePassword);
    connect(&m_window, &views::MainWindow::passwordRequested, this,
            [this] { m_dialogs.askPassword(m_connection.endpoint()); });
    connect(&m_dialogs, &WindowDialogs::connectionEdited, this, &Dashboard::connectionEdited);
    connect(&m_dialogs, &WindowDialogs::workspaceChosen, this,
            [this](const QString &path) { leaveDocument([this, path] { openFile(path); }); });
    connect(&m_dialogs, &WindowDialogs::workspaceEdited, this, &Dashboard::applyEdit);
    connect(&m_dialogs, &WindowDialogs::savePlaceChosen, this, &Dashboard::savePlaceChosen);
    connect(&m_dialogs, &WindowDialogs::settingsChosen, this, [this](const views::SettingsValues &values) {
        m_settings.setValues(values);
        m_theme.setChoice(values.theme);
        m_window.setPageRows(values.pageRows);
    });
    // The menu of the window chooses colours, too.
    connect(&m_theme, &views::Theme::changed, this, [this] {
        views::SettingsValues values = m_settings.values();
        if (std::exchange(values.theme, m_theme.choice()) != m_theme.choice()) {
            m_settings.setValues(values);
        }
    });
}

void Dashboard::start(const Arguments &arguments)
{
    m_givenUrl = arguments.url;
    m_operations.setDataDir(arguments.dataDir);
    m_demoOptions = {arguments.seed, arguments.pace};
    m_window.restoreLayout(m_settings.layout());
    m_window.setRecent(m_settings.recent());
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
        openUrl(std::exchange(m_givenUrl, QString()));
    } else if (m_settings.values().reopenLast && !m_settings.last().isEmpty()) {
        openFile(m_settings.last());
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
    const auto endpoint = redis::endpointOf(*workspace, given);
    if (!endpoint) {
        m_window.showMessage(endpoint.error().message);
        return;
    }
    // Asked before it was read, too; what was open may have been edited since.
    leaveDocument([this, path, workspace, endpoint = *endpoint] {
        addRecent(QFileInfo(path).absoluteFilePath());
        open(workspace, endpoint);
    });
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
    workspace.connection.readOnly = true;
    workspace.pollInterval = m_settings.values().pollInterval;
    open(std::make_shared<const Workspace>(std::move(workspace)), *endpoint);
}

void Dashboard::openChosen(const views::ConnectionForm &form, const redis::Endpoint &endpoint)
{
    Workspace workspace;
    workspace.name = form.name.isEmpty() ? endpoint.display() : form.name;
    workspace.connection = form.connection;
    workspace.pollInterval = m_settings.values().pollInterval;
    keepPassword(form, endpoint);
    open(std::make_shared<const Workspace>(std::move(workspace)), endpoint);
}

void Dashboard::keepPassword(const views::ConnectionForm &form, const redis::Endpoint &endpoint)
{
    if (form.rememberPassword && !endpoint.password.isEmpty()) {
        writeKeychainLater(endpoint, this, [this](const QString &problem) {
            m_window.showMessage(problem.isEmpty() ? tr("The password is in the system keychain")
                                                   : tr("The password could not be kept: %1").arg(problem));
        });
    }
}

void Dashboard::editConnection()
{
    const WorkspacePtr workspace = m_connection.workspace();
    if (m_inDemo) {
        m_window.showMessage(tr("The demo has a server of its own; connect to another with Ctrl+N"));
    } else if (workspace) {
        m_dialogs.editConnection(workspace, m_connection.endpoint().password);
    }
}

void Dashboard::connectionEdited(const WorkspacePtr &before, const views::ConnectionForm &form,
                                 const redis::Endpoint &there)
{
    Workspace after = *before;
    after.name = form.name.isEmpty() ? there.display() : form.name;
    after.connection = form.connection;
    keepPassword(form, there);
    replaceWorkspace(before, after, withEnvironmentPassword(there));
}

void Dashboard::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    m_demo.stop();
    m_inDemo = false;
    show(workspace, withEnvironmentPassword(endpoint));
}

void Dashboard::show(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    ++m_opening;
    m_history.clear();
    m_window.setWorkspace(workspace);
    m_connection.open(workspace, endpoint);
    followShown();
    m_operations.open(workspace, endpoint);
}

void Dashboard::follow(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    // The connection forgets its own, which `endpoint` may be, when it opens another.
    const redis::Endpoint there = endpoint; // NOLINT(performance-unnecessary-copy-initialization)
    m_connection.edit(workspace, there);
    followShown();
    m_operations.open(workspace, there);
}

void Dashboard::followEdit(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    m_window.setWorkspace(workspace);
    m_connection.edit(workspace, endpoint);
    followShown();
    m_operations.open(workspace, endpoint);
}

void Dashboard::followShown()
{
    const std::set<std::size_t> shown = m_window.shown();
    m_connection.setShown(shown);
    m_history.setFollowed({shown.begin(), shown.end()});
}

void Dashboard::startDemo()
{
    ++m_opening;
    m_demo.start(m_demoOptions);
}

void Dashboard::showDemo(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    if (isUnsaved()) { // it was edited while the demo started
        m_window.showMessage(tr("The demo was not opened: this workspace is in no file yet"));
        QMetaObject::invokeMethod(
            this, [this] { m_demo.stop(); }, Qt::QueuedConnection); // not while it says so
        return;
    }
    m_inDemo = true;
    show(workspace, endpoint);
}

void Dashboard::askKeychain()
{
    const WorkspacePtr workspace = m_connection.workspace();
    const redis::Endpoint asked = m_connection.endpoint();
    readKeychainLater(asked, this, [this, workspace, asked](const std::optional<QByteArray> &password) {
        if (password && m_connection.workspace() == workspace) {
            redis::Endpoint endpoint = asked;
            endpoint.password = *password;
            follow(workspace, endpoint);
        }
    });
}

void Dashboard::takePassword(const redis::Endpoint &asked, const QByteArray &password)
{
    const WorkspacePtr workspace = m_connection.workspace();
    redis::Endpoint endpoint = m_connection.endpoint();
    endpoint.password = asked.password; // the keychain may have given one meanwhile
    if (workspace == nullptr || endpoint != asked) {
        m_window.showMessage(tr("The password was for another server; nothing was done"));
        return;
    }
    endpoint.password = password;
    follow(workspace, endpoint);
}

void Dashboard::applyEdit(const WorkspacePtr &before, const Workspace &after)
{
    const redis::Endpoint same = m_connection.endpoint();
    replaceWorkspace(before, after, same);
}

void Dashboard::replaceWorkspace(const WorkspacePtr &before, const Workspace &after, const redis::Endpoint &endpoint)
{
    if (m_connection.workspace() != before) {
        m_window.showMessage(tr("The workspace was changed meanwhile; nothing was done"));
        return;
    }
    const auto workspace = std::make_shared<const Workspace>(after);
    if (!before->connection.isSameServer(after.connection)) {
        m_history.clear(); // what another server had is no part of it; else it goes on: it knows collections by name
    }
    followEdit(workspace, endpoint);
    if (m_inDemo) {
        return; // its workspace goes when it goes
    }
    if (workspace->path.isEmpty()) {
        m_unsaved = workspace;
        m_dialogs.chooseSavePlace(workspace);
    } else {
        save(workspace);
    }
}

bool Dashboard::isUnsaved() const
{
    return m_unsaved != nullptr && m_unsaved == m_connection.workspace();
}

void Dashboard::leaveDocument(const std::function<void()> &then)
{
    if (!isUnsaved()) {
        then();
        return;
    }
    m_dialogs.askToSave(
        m_unsaved->name,
        [this, then] {
            if (!isUnsaved()) { // it has found a place meanwhile
                then();
                return;
            }
            m_afterSaving = then;
            m_dialogs.chooseSavePlace(m_unsaved);
        },
        [this, then] {
            m_unsaved.reset();
            then();
        });
}

void Dashboard::savePlaceChosen(const WorkspacePtr &workspace, const QString &path)
{
    Workspace copy = *workspace;
    copy.path = path;
    const auto placed = std::make_shared<const Workspace>(std::move(copy));
    if (m_connection.workspace() == workspace) { // else another one was opened meanwhile
        const redis::Endpoint same = m_connection.endpoint();
        followEdit(placed, same);
    }
    save(placed);
    addRecent(path);
}

void Dashboard::save(const WorkspacePtr &workspace)
{
    inBackground(
        m_files, this, [workspace] { return redis::saveWorkspace(*workspace, workspace->path); },
        [this, workspace](const Outcome &saved) {
            const QString file = QFileInfo(workspace->path).fileName();
            const auto then = std::exchange(m_afterSaving, nullptr);
            if (m_connection.workspace() == workspace) {
                m_unsaved = saved ? nullptr : workspace;
            }
            if (saved && then) {
                then();
            }
            m_window.showMessage(saved ? tr("%1 saved").arg(file)
                                       : tr("%1 could not be saved: %2").arg(file, saved.error().message));
        });
}

void Dashboard::addRecent(const QString &path)
{
    m_settings.addRecent(path);
    m_window.setRecent(m_settings.recent());
}

} // namespace plimsoll::app

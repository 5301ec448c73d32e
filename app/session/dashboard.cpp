// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/dashboard.h"

#include "app/desktop/sessionbus.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace plimsoll::app {

namespace {

redis::HistoryOptions historyOptions(const views::SettingsValues &values)
{
    redis::HistoryOptions options;
    options.bytes = qint64(values.historyMegabytes) * 1024 * 1024;
    options.age = std::chrono::hours(24 * values.historyDays);
    return options;
}

} // namespace

Dashboard::Dashboard(QApplication &application)
    : m_theme(application, m_settings.values().theme), m_systemTheme(sessionBusAddress()), m_window(&m_theme)
{
    m_files.setMaxThreadCount(1);
    connect(&m_systemTheme, &SystemTheme::preferenceChanged, &m_theme, &views::Theme::setSystemDark);
    connect(&m_window, &views::MainWindow::newTabRequested, this, [this] { add(); });
    connect(&m_window, &views::MainWindow::closeRequested, this, &Dashboard::close);
    m_window.setCloseGuard([this] { return mayClose(); });
    // The window's menu and keys can change the theme, too.
    connect(&m_theme, &views::Theme::changed, this, &Dashboard::keepTheme);
    connect(&m_tray, &TrayIcon::raiseRequested, this, [this] { raise(&view()); });
    connect(&m_tray, &TrayIcon::quitRequested, &m_window, &QWidget::close);
    connect(&application, &QCoreApplication::aboutToQuit, this, &Dashboard::leave);
}

Dashboard::~Dashboard()
{
    leave();
}

void Dashboard::keepTheme()
{
    views::SettingsValues values = m_settings.values();
    values.theme = m_theme.choice();
    values.zoom = m_isZoomed ? m_theme.nextZoom() : values.zoom;
    if (values != m_settings.values()) {
        m_settings.setValues(values);
    }
}

void Dashboard::leave()
{
    if (!std::exchange(m_left, true) && !m_sessions.empty()) {
        keepTheme(); // a step of the zoom may not have been taken yet
        m_window.saveLayout(m_settings.layout());
        view().saveLayout(m_settings.layout());
        for (const auto &session : m_sessions) {
            session->leave();
        }
    }
}

SessionController &Dashboard::add()
{
    SessionController *session =
        m_sessions.emplace_back(std::make_unique<SessionController>(m_settings, m_theme, m_files)).get();
    session->session().setDataDir(m_dataDir);
    session->session().keptHistory().setOptions(historyOptions(m_settings.values()));
    session->setDemoOptions(m_demoOptions);
    session->setElsewhere([this, session](const QString &path) { return showElsewhere(session, path) != nullptr; });
    connect(session, &SessionController::settingsChosen, this, &Dashboard::applySettings);
    connect(session, &SessionController::opened, this, &Dashboard::noteOpened);
    connect(session, &SessionController::newTabConnectionRequested, this,
            [this] { emit add().view().connectRequested(); });
    // If the user cancels closing one workspace, others whose loss was accepted are unsaved again.
    connect(&session->session().document(), &WorkspaceDocument::stayed, this, [this] {
        for (const auto &each : m_sessions) {
            each->session().document().takeBack();
        }
    });
    connect(&session->session(), &Session::raiseRequested, this, [this, session] { raise(&session->view()); });
    connect(&session->view(), &views::SessionView::summaryChanged, this, &Dashboard::showTray);
    session->view().restoreLayout(m_settings.layout());
    session->view().setRecent(m_settings.recent());
    m_window.add(&session->view());
    return *session;
}

void Dashboard::close(views::SessionView *view)
{
    if (m_sessions.size() == 1) {
        m_window.close();
        return;
    }
    for (const auto &session : m_sessions) {
        if (&session->view() == view) {
            m_window.showView(view); // its question appears there
            session->session().document().leave([this, view] {
                // Queued, because a signal of the session may be active.
                QMetaObject::invokeMethod(
                    this, [this, view] { remove(view); }, Qt::QueuedConnection);
            });
            return;
        }
    }
}

void Dashboard::remove(views::SessionView *view)
{
    const auto found = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [view](const auto &session) { return &session->view() == view; });
    if (found != m_sessions.end() && m_sessions.size() > 1) {
        m_window.remove(view);
        (*found)->leave(); // stops all its threads before any of them is joined
        m_sessions.erase(found);
        showTray();
    }
}

void Dashboard::raise(views::SessionView *view)
{
    m_window.showView(view);
    m_window.setWindowState((m_window.windowState() & ~Qt::WindowMinimized) | Qt::WindowActive);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
}

void Dashboard::showTray()
{
    if (m_left) {
        return;
    }
    std::vector<views::SessionSummary> summaries;
    for (const auto &session : m_sessions) {
        if (session->session().document().workspace() != nullptr) {
            summaries.push_back(session->view().summary());
        }
    }
    m_tray.show(summaries);
}

bool Dashboard::mayClose()
{
    for (const auto &session : m_sessions) {
        if (WorkspaceDocument &document = session->session().document(); document.isDirty()) {
            m_window.showView(&session->view());
            document.leave([this] { m_window.close(); });
            return false;
        }
    }
    return true;
}

/// Returns the session with that file, or null.
SessionController *Dashboard::showElsewhere(const SessionController *asking, const QString &path)
{
    for (const auto &session : m_sessions) {
        const WorkspacePtr &workspace = session->session().document().workspace();
        if (session.get() != asking && workspace != nullptr && !workspace->path.isEmpty()
            && QFileInfo(workspace->path) == QFileInfo(path)) {
            m_window.showView(&session->view());
            session->view().showMessage(tr("%1 is open here").arg(QFileInfo(path).fileName()));
            return session.get();
        }
    }
    return nullptr;
}

void Dashboard::noteOpened(const QString &path)
{
    m_settings.addRecent(path);
    for (const auto &session : m_sessions) {
        session->view().setRecent(m_settings.recent());
    }
}

void Dashboard::applySettings(const views::SettingsValues &values)
{
    m_settings.setValues(values);
    m_theme.setChoice(values.theme);
    m_theme.setZoom(values.zoom);
    for (const auto &session : m_sessions) {
        session->view().setPageRows(values.pageRows);
        session->session().keptHistory().setOptions(historyOptions(values));
    }
}

void Dashboard::start(const DashboardArguments &arguments, const std::shared_ptr<RecordingFile> &recording)
{
    m_dataDir = arguments.dataDir;
    m_demoOptions = {arguments.seed, arguments.pace};
    SessionController &first = add();
    m_window.restoreLayout(m_settings.layout());
    m_isZoomed = true;
    m_theme.setZoom(m_settings.values().zoom); // scales what is built by now
    m_window.show();
    if (recording) {
        first.session().record(recording);
    }
    first.showAlert(arguments.alert);
    if (!arguments.replay.isEmpty()) {
        first.openRecording(arguments.replay, arguments.pace);
    } else if (arguments.isDemo) {
        first.startDemo();
    } else if (!arguments.target.isEmpty()) {
        first.openNamed(arguments.target, arguments.url);
    } else if (!arguments.url.isEmpty()) {
        first.openUrl(arguments.url);
    } else if (m_settings.values().reopenLast && !m_settings.last().isEmpty()) {
        first.openFile(m_settings.last());
    }
    for (const QString &more : arguments.more) {
        add().openNamed(more);
    }
    m_window.showView(&first.view());
}

void Dashboard::open(const QStringList &targets, const QString &alert)
{
    // A question is about the tab that it was asked in: it is answered before another tab is shown.
    if (QWidget *question = QApplication::activeModalWidget(); question != nullptr) {
        raise(&view());
        question->raise();
        question->activateWindow();
        openLater(targets, alert);
        return;
    }
    SessionController *shown = nullptr;
    for (const QString &target : targets) {
        if (SessionController *there = showElsewhere(nullptr, target)) {
            shown = there;
            continue;
        }
        const bool isBlank = m_sessions.size() == 1 && m_sessions.front()->session().document().workspace() == nullptr;
        shown = isBlank ? m_sessions.front().get() : &add();
        shown->openNamed(target);
    }
    if (shown != nullptr && !alert.isEmpty()) {
        shown->showAlert(alert);
    }
    raise(shown != nullptr ? &shown->view() : &view());
}

/// Opens them once no question is open.
void Dashboard::openLater(const QStringList &targets, const QString &alert)
{
    constexpr std::chrono::milliseconds lookEvery{200};
    QTimer::singleShot(lookEvery, this, [this, targets, alert] {
        QApplication::activeModalWidget() != nullptr ? openLater(targets, alert) : open(targets, alert);
    });
}

} // namespace plimsoll::app

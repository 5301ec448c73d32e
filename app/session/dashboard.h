// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/window.h"
#include "app/session/sessioncontroller.h"
#include "app/session/settings.h"
#include "app/desktop/systemtheme.h"
#include "app/session/trayicon.h"
#include "views/theme/theme.h"
#include "views/widgets/screenfit.h"
#include "views/window/mainwindow.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <vector>

class QApplication;

namespace plimsoll::app {

/// Owns the window, opens and closes its sessions, and applies the settings common to all of them. GUI thread.
class Dashboard final : public QObject {
    Q_OBJECT

public:
    explicit Dashboard(QApplication &application);
    ~Dashboard() override;
    Q_DISABLE_COPY_MOVE(Dashboard)

    /// Shows the window. `recording`: file for the first session's snapshots, or null.
    void start(const DashboardArguments &arguments, const std::shared_ptr<RecordingFile> &recording = {});

    /// Shows the window, and opens workspaces and servers in tabs of their own; one that is open already is shown.
    void open(const QStringList &targets, const QString &alert);

    [[nodiscard]] views::MainWindow &window() { return m_window; }
    /// View of the current session; there is always one.
    [[nodiscard]] views::SessionView &view() { return *m_window.current(); }
    [[nodiscard]] TrayIcon &tray() { return m_tray; }
    /// In the order of the tabs.
    [[nodiscard]] const std::vector<std::unique_ptr<SessionController>> &sessions() const { return m_sessions; }

private:
    SessionController &add();
    void close(views::SessionView *view);
    void remove(views::SessionView *view);
    [[nodiscard]] bool mayClose();
    SessionController *showElsewhere(const SessionController *asking, const QString &path);
    void noteOpened(const QString &path);
    void openLater(const QStringList &targets, const QString &alert);
    void applySettings(const views::SettingsValues &values);
    void keepTheme();
    void leave();
    /// Raises the window and shows the session.
    void raise(views::SessionView *view);
    void showTray();

    Settings m_settings;
    QThreadPool m_files; ///< one thread: reads and writes workspaces in order
    views::Theme m_theme;
    SystemTheme m_systemTheme;
    views::ScreenFit m_screenFit;
    views::MainWindow m_window;
    TrayIcon m_tray{&m_theme};
    QString m_dataDir;
    demo::DemoSession::Options m_demoOptions;
    std::vector<std::unique_ptr<SessionController>> m_sessions;
    bool m_isZoomed = false; ///< the zoom of the settings is applied
    bool m_left = false;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/sessioncontroller.h"
#include "app/settings.h"
#include "app/systemtheme.h"
#include "app/trayicon.h"
#include "views/theme/theme.h"
#include "views/widgets/screenfit.h"
#include "views/window/mainwindow.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <vector>

class QApplication;

namespace plimsoll::app {

/// The dashboard: the window with its sessions, which it opens and closes, and what a person set for all of them.
/// GUI thread.
class Dashboard final : public QObject {
    Q_OBJECT

public:
    explicit Dashboard(QApplication &application);
    ~Dashboard() override;
    Q_DISABLE_COPY_MOVE(Dashboard)

    /// Shows the window with what the command line names: workspaces, servers, the demo, or else what was open last.
    /// `recording`: where what the first one sees is written, if anywhere.
    void start(const Arguments &arguments, const std::shared_ptr<RecordingFile> &recording = {});

    [[nodiscard]] views::MainWindow &window() { return m_window; }
    /// Of the session on screen; there is one from the start on.
    [[nodiscard]] views::SessionView &view() { return *m_window.current(); }
    [[nodiscard]] TrayIcon &tray() { return m_tray; }
    /// In the order of their tabs.
    [[nodiscard]] const std::vector<std::unique_ptr<SessionController>> &sessions() const { return m_sessions; }

private:
    SessionController &add();
    void close(views::SessionView *view);
    void remove(views::SessionView *view);
    [[nodiscard]] bool mayClose();
    [[nodiscard]] bool showElsewhere(const SessionController *asking, const QString &path);
    void noteOpened(const QString &path);
    void takeSettings(const views::SettingsValues &values);
    void leave();
    /// In front of everything else, with that session.
    void raise(views::SessionView *view);
    void showTray();

    Settings m_settings;
    QThreadPool m_files; ///< one thread: reads and writes workspaces in the order asked for
    views::Theme m_theme;
    SystemTheme m_systemTheme;
    views::ScreenFit m_screenFit;
    views::MainWindow m_window;
    TrayIcon m_tray{&m_theme};
    QString m_dataDir;
    demo::DemoSession::Options m_demoOptions;
    std::vector<std::unique_ptr<SessionController>> m_sessions;
    bool m_left = false;
};

} // namespace plimsoll::app

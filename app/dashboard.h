// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/sessioncontroller.h"
#include "app/settings.h"
#include "app/systemtheme.h"
#include "views/theme/theme.h"
#include "views/widgets/screenfit.h"
#include "views/window/mainwindow.h"

#include <QObject>
#include <QThreadPool>

class QApplication;

namespace plimsoll::app {

/// The dashboard: the window with its session, and what a person set for all that is opened. GUI thread.
class Dashboard final : public QObject {
    Q_OBJECT

public:
    explicit Dashboard(QApplication &application);
    ~Dashboard() override;
    Q_DISABLE_COPY_MOVE(Dashboard)

    /// Shows the window with what the command line names: a workspace, a server, the demo, or else what was open last.
    void start(const Arguments &arguments);

    [[nodiscard]] views::MainWindow &window() { return m_window; }
    [[nodiscard]] views::SessionView &view() { return m_session.view(); }

private:
    void takeSettings(const views::SettingsValues &values);
    void leave();

    Settings m_settings;
    QThreadPool m_files; ///< one thread: reads and writes workspaces in the order asked for
    views::Theme m_theme;
    SystemTheme m_systemTheme;
    views::ScreenFit m_screenFit;
    views::MainWindow m_window;
    SessionController m_session;
    bool m_left = false;
};

} // namespace plimsoll::app

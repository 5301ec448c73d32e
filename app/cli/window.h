// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/shared.h"

#include <chrono>

namespace plimsoll::app {

/// Initial contents of the window.
struct DashboardArguments {
    QString target; ///< workspace file or server URL; empty: see url, else the last open workspace
    QStringList more; ///< further workspaces and URLs, one tab each
    QString url; ///< server to connect to instead of where the target says; may hold a password
    bool isDemo = false; ///< the demo instead of these
    quint32 seed = 1; ///< seed of the demo's workload
    double pace = 1.0; ///< pace of the demo's workload or the replay
    QString record; ///< file for the snapshots of the first tab; empty: none
    QString replay; ///< file of recorded snapshots, instead of all above; empty: none
    QString alert; ///< ID of the alert to show; empty: none
    QString dataDir; ///< empty: the platform's application data folder
};

/// Options of the command screenshot. Without a workspace, a URL and a recording it runs on a private demo server.
struct ScreenshotOptions {
    QString directory;
    int width = 1280;
    int height = 800;
    double scale = 1.0;
    bool isDark = false;
    int watchSeconds = 0; ///< minimum time of polling before the first picture
    bool printsSnapshot = false; ///< prints the last snapshot as a table
    double pace = 1.0; ///< pace of the demo
    quint32 seed = 1; ///< seed of the demo
    Place place;
    QString replay;

    [[nodiscard]] bool isDemo() const { return !place.isNamed() && replay.isEmpty(); }
    [[nodiscard]] std::chrono::seconds watch() const { return std::chrono::seconds(watchSeconds); }
};

/// The tasks that need a window, implemented by the program that has one (app/windowmain.cpp). Both programs have the
/// same command line; the one without a window (app/main.cpp) runs the other for these tasks.
class Window {
public:
    Window() = default;
    virtual ~Window() = default;
    Q_DISABLE_COPY_MOVE(Window)

    /// Shows the window until it is closed; refuses without a display.
    ExitCode open(int &argc, char **argv, const DashboardArguments &arguments);
    virtual ExitCode takeScreenshots(int &argc, char **argv, const ScreenshotOptions &options) = 0;

private:
    virtual ExitCode show(int &argc, char **argv, const DashboardArguments &arguments) = 0;
};

} // namespace plimsoll::app

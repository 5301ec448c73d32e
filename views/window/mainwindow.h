// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include <functional>

class QStackedWidget;

namespace plimsoll::views {

class Preferences;
class SessionView;

/// The window: its place and size, and what it shows of a session. GUI thread.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// Less, and pages, the status and the demo's bar would be cut off.
    static constexpr QSize smallest{960, 540};

    explicit MainWindow(QWidget *parent = nullptr);

    /// Asked before the window closes; false keeps it open.
    void setCloseGuard(std::function<bool()> guard);
    void add(SessionView *view);

    /// Size and place of the window between runs.
    void saveLayout(Preferences &preferences) const;
    void restoreLayout(const Preferences &preferences);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QStackedWidget *m_views;
    std::function<bool()> m_closeGuard;
};

} // namespace plimsoll::views

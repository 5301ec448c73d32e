// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include <functional>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace plimsoll::views {

class Preferences;
class SessionView;
class Theme;

/// The window: its place and size, and the views of the sessions that are open, one on screen, each with a tab over it
/// that says how it is; one alone has none. GUI thread.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// Less, and pages, the status and the demo's bar would be cut off.
    static constexpr QSize smallest{960, 540};

    explicit MainWindow(Theme *theme, QWidget *parent = nullptr);

    /// Asked before the window closes; false keeps it open.
    void setCloseGuard(std::function<bool()> guard);
    /// The last, and on screen. Stays its maker's.
    void add(SessionView *view);
    void remove(SessionView *view);
    void showView(SessionView *view);
    [[nodiscard]] SessionView *current() const;

    /// Size and place of the window between runs.
    void saveLayout(Preferences &preferences) const;
    void restoreLayout(const Preferences &preferences);

signals:
    void closeRequested(plimsoll::views::SessionView *view);
    void newTabRequested();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    [[nodiscard]] SessionView *at(int tab) const;
    void showTab(int tab);
    void tell(SessionView *view);
    void count();
    void showTitle();
    QToolButton *addButton(const char *name, const QString &words);
    void retheme();

    Theme *m_theme;
    QWidget *m_bar; ///< the tabs and what stands beside them
    QTabBar *m_tabs;
    QStackedWidget *m_views; ///< in the order of the tabs
    std::function<bool()> m_closeGuard;
    int m_critical = 0; ///< as the icon says
};

} // namespace plimsoll::views

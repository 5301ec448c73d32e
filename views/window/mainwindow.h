// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <optional>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace plimsoll::views {

class Preferences;
class SessionView;
class Theme;

/// The main window: its geometry and the views of the open sessions. One view is visible; two or more have tabs that
/// show their state, and a page of the trouble in all of them. GUI thread.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// A smaller window would cut off pages, the status bar and the demo bar.
    static constexpr QSize smallest{960, 540};

    explicit MainWindow(Theme *theme, QWidget *parent = nullptr);

    /// Sets a function called before the window closes; it returns false to keep the window open.
    void setCloseGuard(std::function<bool()> guard);
    /// Adds a view as the last one and shows it. The caller keeps ownership.
    void add(SessionView *view);
    void remove(SessionView *view);
    void showView(SessionView *view);
    [[nodiscard]] SessionView *current() const;

    /// Stores the geometry of the window between runs.
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
    void present(bool wanted);
    void tell(SessionView *view);
    void connectAll();
    void showAll(bool wanted);
    void refreshAll();
    void count();
    void showTitle();
    QToolButton *addButton(const char *name, const QString &words);
    void retheme();

    class AllTabs;

    Theme *m_theme;
    QWidget *m_bar; ///< tabs and the widgets next to them
    QToolButton *m_allButton = nullptr;
    QTabBar *m_tabs;
    QStackedWidget *m_pages; ///< m_views, or m_all
    QStackedWidget *m_views; ///< one for each tab, in tab order
    AllTabs *m_all;
    QTimer m_refresh; ///< while the trouble of all is shown
    std::function<bool()> m_closeGuard;
    std::optional<Qt::WindowStates> m_before; ///< state before a presentation
    int m_critical = 0; ///< number in the icon
};

} // namespace plimsoll::views

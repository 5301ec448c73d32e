// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/connectionstatus.h"
#include "redis/types/workspace.h"
#include "views/page/actions.h"

#include <QFrame>

#include <chrono>

class QActionGroup;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The toolbar: workspace, red badges, connection, filter, interval, pause, menu. GUI thread.
class ToolBar final : public QFrame {
    Q_OBJECT

public:
    ToolBar(Theme *theme, const Actions &actions, QWidget *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    /// Shows name, badge and colour after an edit of the workspace.
    void showIdentity(const WorkspacePtr &workspace);
    /// Shows whether changes are allowed on a production connection, and for how long yet; nothing on others.
    void showChanges(bool isProduction, std::chrono::seconds left);
    void setRecent(const QStringList &paths);
    void setConnection(const models::ConnectionStatus &status);
    /// Shows that a connected server has not replied for two ticks.
    void setOld(bool old);
    void setRoundTrip(std::chrono::microseconds roundTrip);
    void setInterval(std::chrono::milliseconds interval);
    void focusFilter();
    [[nodiscard]] QString filterText() const;
    void clearFilter();
    /// Returns true if the filter has the keyboard focus.
    [[nodiscard]] bool isFiltering() const;
    /// Shows the filter of the current page without emitting filterChanged().
    void showFilter(const QString &text);

signals:
    void filterChanged(const QString &text);
    void searchWanted(); ///< Enter in the filter
    void rowsWanted(); ///< moves the focus from the filter to its results
    void intervalChosen(std::chrono::milliseconds interval);
    void recentChosen(const QString &path);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void buildIdentity(QHBoxLayout &layout);
    void buildTools(QHBoxLayout &layout);
    void buildWorkspaceMenu();
    void buildIntervalMenu();
    void buildMainMenu();
    void showConnection();
    void retheme();
    QToolButton *addButton(const char *name, const QString &accessibleName);

    Theme *m_theme;
    Actions m_actions;
    WorkspacePtr m_workspace;
    QStringList m_recent;
    std::unique_ptr<models::ConnectionStatus> m_status;
    bool m_old = false;
    std::chrono::microseconds m_roundTrip{};
    QToolButton *m_workspaceButton = nullptr;
    QLabel *m_production = nullptr;
    QToolButton *m_changes = nullptr;
    QLabel *m_unverified = nullptr;
    QLabel *m_dot = nullptr;
    ElidedLabel *m_connection = nullptr;
    QLineEdit *m_filter = nullptr;
    QToolButton *m_intervalButton = nullptr;
    QActionGroup *m_intervals = nullptr;
    QActionGroup *m_themes = nullptr;
    QToolButton *m_pause = nullptr;
    QToolButton *m_menuButton = nullptr;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;
class QMainWindow;

namespace plimsoll::views {

/// What can be done in the window, once each: shared by toolbar, menus, context menus and the list of shortcuts.
/// Owned by the window.
struct Actions {
    QAction *refresh = nullptr;
    QAction *pause = nullptr; ///< checkable
    QAction *filter = nullptr;
    QAction *past = nullptr; ///< to the slider over what was recorded
    QAction *connectServer = nullptr;
    QAction *editConnection = nullptr;
    QAction *openFile = nullptr;
    QAction *demo = nullptr;
    QAction *newTab = nullptr;
    QAction *nextTab = nullptr;
    QAction *previousTab = nullptr;
    QAction *nextPage = nullptr;
    QAction *previousPage = nullptr;
    QAction *close = nullptr; ///< the tab, or the window with its last one
    QAction *settings = nullptr;
    QAction *inspector = nullptr; ///< checkable
    QAction *shortcuts = nullptr;
    QAction *report = nullptr; ///< of an incident, as a file
    QAction *back = nullptr;
    QAction *addCollection = nullptr;
    QAction *editCollection = nullptr;
    QAction *duplicateCollection = nullptr;
    QAction *removeCollection = nullptr;
    QAction *moveUp = nullptr;
    QAction *moveDown = nullptr;

    [[nodiscard]] QList<QAction *> ofCollection() const;
    /// Those with a key, in the order people look for them.
    [[nodiscard]] QList<QAction *> withShortcut() const;
};

/// `close`, for a window with so many sessions.
QString closeText(int sessions);

Actions makeActions(QMainWindow *window);

} // namespace plimsoll::views

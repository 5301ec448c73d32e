// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;
class QMainWindow;

namespace plimsoll::views {

/// The actions of the window, shared by toolbar, menus, context menus, the command palette and the list of shortcuts.
/// Owned by the window.
struct Actions {
    QAction *palette = nullptr; ///< opens the command palette
    QAction *refresh = nullptr;
    QAction *pause = nullptr; ///< checkable
    QAction *filter = nullptr;
    QAction *past = nullptr; ///< opens the slider over the recording
    QAction *connectServer = nullptr;
    QAction *editConnection = nullptr;
    QAction *openFile = nullptr;
    QAction *save = nullptr; ///< saves a workspace that has no file yet
    QAction *demo = nullptr;
    QAction *newTab = nullptr;
    QAction *nextTab = nullptr;
    QAction *previousTab = nullptr;
    QAction *allTabs = nullptr;
    QAction *nextPage = nullptr;
    QAction *previousPage = nullptr;
    QAction *close = nullptr; ///< closes the tab, or the window with its last tab
    QAction *settings = nullptr;
    QAction *zoomIn = nullptr;
    QAction *zoomOut = nullptr;
    QAction *zoomReset = nullptr; ///< to 100 %
    QAction *nextColours = nullptr; ///< system, light, dark, cyclic
    QAction *inspector = nullptr; ///< checkable
    QAction *shortcuts = nullptr;
    QAction *undoLast = nullptr; ///< undoes the last operation of this connection; asks first
    QAction *stop = nullptr; ///< stops the running operation
    QAction *allowChanges = nullptr; ///< checkable; on a production connection
    QAction *slowLog = nullptr; ///< shows the slow log of the server
    QAction *report = nullptr; ///< saves an incident report
    QAction *back = nullptr;
    QAction *findCollections = nullptr; ///< on the server
    QAction *addCollection = nullptr;
    QAction *editCollection = nullptr;
    QAction *duplicateCollection = nullptr;
    QAction *removeCollection = nullptr;
    QAction *copyCommands = nullptr; ///< commands that read its figures, for redis-cli
    QAction *moveUp = nullptr;
    QAction *moveDown = nullptr;

    [[nodiscard]] QList<QAction *> ofCollection() const;
    /// Returns all actions, in display order.
    [[nodiscard]] QList<QAction *> all() const;
};

/// Returns the text of `close` for a window with this number of sessions.
QString closeText(int sessions);

Actions makeActions(QMainWindow *window);

} // namespace plimsoll::views

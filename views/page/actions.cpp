// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page/actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>

namespace plimsoll::views {

namespace {

QAction *make(QMainWindow *window, const char *name, const QString &text, const QList<QKeySequence> &keys = {})
{
    auto *action = new QAction(text, window);
    action->setObjectName(QLatin1StringView(name));
    action->setShortcuts(keys);
    window->addAction(action);
    return action;
}

QString translated(const char *text)
{
    return QCoreApplication::translate("actions", text);
}

} // namespace

QList<QAction *> Actions::ofCollection() const
{
    return {editCollection, duplicateCollection, removeCollection, copyCommands, moveUp, moveDown};
}

QList<QAction *> Actions::all() const
{
    return {palette,
            refresh,
            pause,
            filter,
            past,
            inspector,
            back,
            nextPage,
            previousPage,
            connectServer,
            editConnection,
            openFile,
            save,
            demo,
            undoLast,
            stop,
            allowChanges,
            slowLog,
            report,
            findCollections,
            addCollection,
            editCollection,
            duplicateCollection,
            removeCollection,
            copyCommands,
            moveUp,
            moveDown,
            settings,
            zoomIn,
            zoomOut,
            zoomReset,
            nextColours,
            newTab,
            nextTab,
            previousTab,
            allTabs,
            close,
            shortcuts};
}

QString closeText(int sessions)
{
    return sessions > 1 ? translated(QT_TRANSLATE_NOOP("actions", "Close the tab"))
                        : translated(QT_TRANSLATE_NOOP("actions", "Close the window"));
}

Actions makeActions(QMainWindow *window)
{
    Actions actions;
    actions.palette = make(window, "paletteAction", translated(QT_TRANSLATE_NOOP("actions", "Go to or run…")),
                           {QKeySequence(Qt::CTRL | Qt::Key_K)});
    actions.refresh = make(window, "refreshAction", translated(QT_TRANSLATE_NOOP("actions", "Refresh now")),
                           {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)});
    actions.pause = make(window, "pauseAction", translated(QT_TRANSLATE_NOOP("actions", "Pause")),
                         {QKeySequence(Qt::CTRL | Qt::Key_L)});
    actions.pause->setCheckable(true);
    actions.filter = make(window, "filterAction", translated(QT_TRANSLATE_NOOP("actions", "Filter")),
                          {QKeySequence(Qt::CTRL | Qt::Key_F)});
    actions.past = make(window, "pastAction", translated(QT_TRANSLATE_NOOP("actions", "Look at the past")),
                        {QKeySequence(Qt::CTRL | Qt::Key_H)});
    actions.connectServer =
        make(window, "connectAction", translated(QT_TRANSLATE_NOOP("actions", "Connect to a server…")),
             {QKeySequence(Qt::CTRL | Qt::Key_N)});
    actions.editConnection =
        make(window, "editConnectionAction", translated(QT_TRANSLATE_NOOP("actions", "Edit the connection…")));
    actions.openFile = make(window, "openAction", translated(QT_TRANSLATE_NOOP("actions", "Open a workspace…")),
                            {QKeySequence(Qt::CTRL | Qt::Key_O)});
    actions.save = make(window, "saveAction", translated(QT_TRANSLATE_NOOP("actions", "Save the workspace…")),
                        {QKeySequence(Qt::CTRL | Qt::Key_S)});
    actions.demo = make(window, "demoAction", translated(QT_TRANSLATE_NOOP("actions", "Try the demo")));
    actions.newTab = make(window, "newTabAction", translated(QT_TRANSLATE_NOOP("actions", "New tab")),
                          {QKeySequence(Qt::CTRL | Qt::Key_T)});
    actions.nextTab = make(window, "nextTabAction", translated(QT_TRANSLATE_NOOP("actions", "Next tab")),
                           {QKeySequence(Qt::CTRL | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageDown)});
    actions.previousTab =
        make(window, "previousTabAction", translated(QT_TRANSLATE_NOOP("actions", "Previous tab")),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageUp)});
    actions.allTabs = make(window, "allTabsAction", translated(QT_TRANSLATE_NOOP("actions", "Trouble in all tabs")),
                           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)});
    // Alt, because tabs use Ctrl; not the arrow keys, which open a combo box.
    actions.nextPage = make(window, "nextPageAction", translated(QT_TRANSLATE_NOOP("actions", "Next page")),
                            {QKeySequence(Qt::ALT | Qt::Key_PageDown)});
    actions.previousPage = make(window, "previousPageAction", translated(QT_TRANSLATE_NOOP("actions", "Previous page")),
                                {QKeySequence(Qt::ALT | Qt::Key_PageUp)});
    actions.close = make(window, "closeAction", closeText(1), {QKeySequence(Qt::CTRL | Qt::Key_W)});
    actions.settings = make(window, "settingsAction", translated(QT_TRANSLATE_NOOP("actions", "Settings…")),
                            {QKeySequence(Qt::CTRL | Qt::Key_Comma)});
    actions.zoomIn = make(window, "zoomInAction", translated(QT_TRANSLATE_NOOP("actions", "Zoom in")),
                          {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    actions.zoomOut = make(window, "zoomOutAction", translated(QT_TRANSLATE_NOOP("actions", "Zoom out")),
                           {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    actions.zoomReset = make(window, "zoomResetAction", translated(QT_TRANSLATE_NOOP("actions", "Reset zoom")),
                             {QKeySequence(Qt::CTRL | Qt::Key_0)});
    actions.nextColours =
        make(window, "nextColoursAction", translated(QT_TRANSLATE_NOOP("actions", "Theme: system, light or dark")),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)});
    actions.inspector = make(window, "inspectorAction", translated(QT_TRANSLATE_NOOP("actions", "Inspector")),
                             {QKeySequence(Qt::Key_F9)});
    actions.inspector->setCheckable(true);
    actions.shortcuts = make(window, "shortcutsAction", translated(QT_TRANSLATE_NOOP("actions", "Keyboard shortcuts")),
                             {QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    actions.back =
        make(window, "backAction", translated(QT_TRANSLATE_NOOP("actions", "Back")), {QKeySequence(Qt::Key_Escape)});
    actions.undoLast =
        make(window, "undoLastAction", translated(QT_TRANSLATE_NOOP("actions", "Undo the last operation…")),
             {QKeySequence(QKeySequence::Undo)});
    actions.undoLast->setEnabled(false);
    actions.stop = make(window, "stopAction", translated(QT_TRANSLATE_NOOP("actions", "Stop the running operation")),
                        {QKeySequence(Qt::CTRL | Qt::Key_Period)});
    actions.allowChanges =
        make(window, "allowChangesAction", translated(QT_TRANSLATE_NOOP("actions", "Allow changes for 15 minutes")));
    actions.allowChanges->setCheckable(true);
    actions.slowLog = make(window, "slowLogAction", translated(QT_TRANSLATE_NOOP("actions", "Slow log of the server")));
    actions.report = make(window, "reportAction", translated(QT_TRANSLATE_NOOP("actions", "Save a report…")),
                          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    actions.findCollections =
        make(window, "findCollectionsAction", translated(QT_TRANSLATE_NOOP("actions", "Find collections…")),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)});
    actions.addCollection =
        make(window, "addCollectionAction", translated(QT_TRANSLATE_NOOP("actions", "Add a collection…")),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)});
    actions.editCollection =
        make(window, "editCollectionAction", translated(QT_TRANSLATE_NOOP("actions", "Edit this collection…")),
             {QKeySequence(Qt::CTRL | Qt::Key_E)});
    actions.duplicateCollection = make(window, "duplicateCollectionAction",
                                       translated(QT_TRANSLATE_NOOP("actions", "Duplicate this collection…")));
    actions.removeCollection =
        make(window, "removeCollectionAction", translated(QT_TRANSLATE_NOOP("actions", "Remove this collection…")));
    actions.copyCommands =
        make(window, "copyCommandsAction", translated(QT_TRANSLATE_NOOP("actions", "Copy as redis-cli")));
    actions.moveUp = make(window, "moveUpAction", translated(QT_TRANSLATE_NOOP("actions", "Move up in the workspace")),
                          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up)});
    actions.moveDown =
        make(window, "moveDownAction", translated(QT_TRANSLATE_NOOP("actions", "Move down in the workspace")),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down)});
    return actions;
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace plimsoll::views {

/// An empty menu to be shown with popup(), gone when it closes and, at the latest, with its owner. Never exec(): pages
/// may be made anew while a menu is open, and a menu on the stack is then deleted by its parent.
QMenu *makePopup(QWidget *owner);

/// The widget's actions are its context menu; in place of Qt::ActionsContextMenu, whose menu is one on the stack.
void showActionsAsMenu(QWidget *widget);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace plimsoll::views {

/// Makes an empty menu for popup(), deleted when it closes or with its owner. Avoid exec(): a page may be rebuilt while
/// a menu is open, and its parent would then delete a menu on the stack.
QMenu *makePopup(QWidget *owner);

/// Shows the actions of the widget as its context menu. Qt::ActionsContextMenu would use a menu on the stack.
void showActionsAsMenu(QWidget *widget);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace plimsoll::views {

/// Marks a page whose content must not move by itself while the pointer is over it.
void keepStill(QWidget *place);

/// Returns true if the pointer is over the outermost marked ancestor of the widget and has moved within the last half
/// minute, or if a dialog or menu is open.
bool isUserInteracting(const QWidget *widget);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace plimsoll::views {

/// Nothing within it moves by itself while the pointer is over any of it: for pages.
void keepStill(QWidget *place);

/// Whether the pointer is over the place this widget is in, the outermost one of those that keep still, or a dialog or
/// menu is open: nothing moves there now.
bool isUnderHand(const QWidget *widget);

} // namespace plimsoll::views

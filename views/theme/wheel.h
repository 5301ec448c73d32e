// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;
class QObject;

namespace plimsoll::views {

/// Makes the wheel scroll the page unless a field has the focus; otherwise scrolling would change the fields that pass
/// under the pointer. Lasts as long as `owner`.
void leaveWheelToPage(QApplication &application, QObject *owner);

} // namespace plimsoll::views

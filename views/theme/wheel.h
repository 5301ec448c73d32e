// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;
class QObject;

namespace plimsoll::views {

/// A page that is scrolled would otherwise change the choices and numbers that come under the pointer: from now on the
/// wheel goes to the page, but for a field that has the focus. Lasts as long as `owner`.
void leaveWheelToPage(QApplication &application, QObject *owner);

} // namespace plimsoll::views

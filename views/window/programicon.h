// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace plimsoll::views {

QIcon programIcon();
/// Returns the icon with a sign in its corner, for task bars and trays; plain if `sign` is empty.
QIcon signedIcon(const QString &sign, const QColor &colour);
/// Returns the sign for a count: "3", "9+".
QString signOf(int count);

} // namespace plimsoll::views

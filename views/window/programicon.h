// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace plimsoll::views {

QIcon programIcon();
/// With a sign in its corner, for lists of windows and trays; empty: as it is.
QIcon signedIcon(const QString &sign, const QColor &colour);
/// The sign of so many: "3", "9+".
QString signOf(int count);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/theme/px.h"

#include <QString>

namespace plimsoll::views {

/// Scales the sizes that all widgets have been given: fonts, smallest and largest sizes, margins, icons, sections of
/// tables. What widgets draw and hint themselves follows by Px and the fonts of the Theme. GUI thread.
void rescaleWidgets(double from, double to);
/// Scales the lengths of a style sheet.
QString scaledSheet(const QString &sheet, double zoom = Px::zoom());

} // namespace plimsoll::views

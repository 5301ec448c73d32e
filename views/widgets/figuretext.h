// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

class QPainter;

namespace plimsoll::views {

/// Numbers whose digits all take the width of the widest one, so that columns line up and a figure that counts does
/// not tremble. Qt 6.4 can't ask a font for its tabular digits, and Inter's own are proportional.

/// Width of the text with tabular digits.
qreal figureWidth(const QFontMetricsF &font, const QString &text);

/// Paints the text with the painter's font and pen, aligned in the rectangle; elided at the right when too wide.
/// Returns the x where it ends.
qreal paintFigure(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);

} // namespace plimsoll::views

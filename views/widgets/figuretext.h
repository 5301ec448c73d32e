// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

class QPainter;

namespace plimsoll::views {

/// Numbers with all digits as wide as the widest one, so that columns line up and a changing figure does not jitter. Qt
/// 6.4 cannot enable the tabular digits of a font, and those of Inter are proportional by default.

/// Returns the width of the text with tabular digits.
qreal figureWidth(const QFontMetricsF &font, const QString &text);

/// Paints the text with the painter's font and pen, aligned in the rectangle and elided at the right if too wide.
/// Returns the x at its end.
qreal paintFigure(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);

} // namespace plimsoll::views

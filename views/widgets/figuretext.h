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

/// Elides the text at the right, but never within a number, whose value would change.
QString elidedWhole(const QFontMetricsF &font, const QString &text, qreal width);

/// Shortens the text of a figure or the note below it, so that its numbers are shown: words before the first give way,
/// then its decimals. If that is not enough, the text is elided as by elidedWhole().
QString fittedText(const QFontMetricsF &font, const QString &text, qreal width);

/// Paints the text with the painter's font and pen, aligned in the rectangle and shortened by fittedText() if too wide.
/// Returns the x at its end.
qreal paintFigure(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);

} // namespace plimsoll::views

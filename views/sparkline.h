// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

#include <vector>

class QPainter;

namespace plimsoll::views {

/// Paints a 1.5 px line of the values into the rectangle, scaled to their range; NaN is a gap, a constant a flat line
/// in the middle.
void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<float> &values, const QColor &colour);

} // namespace plimsoll::views

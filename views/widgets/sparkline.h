// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace plimsoll::views {

/// What the height of a sparkline stands for, lowest and highest: the range of the values, but at least a quarter of
/// their size, and at least four.
std::pair<double, double> sparklineRange(const std::vector<float> &values);

/// Paints a 1.5 px line of the values into the rectangle, scaled to that; NaN is a gap. Not by Qt Charts: a card or a
/// cell has no room for axes, and a scene each would cost more than all of them do.
/// `limit`: a dashed line, for which there is always room.
void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<float> &values, const QColor &colour,
                    std::optional<double> limit = {});

} // namespace plimsoll::views

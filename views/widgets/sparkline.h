// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace plimsoll::views {

/// Paints a 1.5 px line of the values, scaled to models::sparklineRange(); NaN is a gap. Qt Charts is not used: a card
/// or cell has no room for axes, and one scene for each would cost more than all lines together. The range includes
/// `limit`, drawn as a dashed line, in the colour of the values unless it has its own.
void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<float> &values, const QColor &colour,
                    std::optional<double> limit = {}, const QColor &limitColour = {});

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/sparkline.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

struct Range {
    float low = 0, high = 0;
    bool any = false;
};

Range rangeOf(const std::vector<float> &values)
{
    Range range;
    for (const float value : values) {
        if (!std::isfinite(value)) {
            continue;
        }
        range.low = range.any ? std::min(range.low, value) : value;
        range.high = range.any ? std::max(range.high, value) : value;
        range.any = true;
    }
    return range;
}

} // namespace

std::pair<double, double> sparklineRange(const std::vector<float> &values)
{
    const Range range = rangeOf(values);
    const auto low = static_cast<double>(range.low);
    const auto high = static_cast<double>(range.high);
    // Changes by a few units or a few percent should not look significant.
    constexpr double fewest = 4;
    constexpr double smallestShare = 0.25;
    const double least = std::max(fewest, smallestShare * std::max(std::abs(low), std::abs(high)));
    if (high - low >= least) {
        return {low, high};
    }
    const double bottom = (low + high - least) / 2;
    const double clamped = low >= 0 ? std::max(0.0, bottom) : bottom;
    return {clamped, clamped + least};
}

namespace {

void paintStretch(QPainter &painter, const QPolygonF &stretch)
{
    if (stretch.size() == 1) {
        painter.drawPoint(stretch.first());
    } else if (stretch.size() > 1) {
        painter.drawPolyline(stretch);
    }
}

} // namespace

void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<float> &values, const QColor &colour,
                    std::optional<double> limit, const QColor &limitColour)
{
    if (!rangeOf(values).any || rect.isEmpty()) {
        return;
    }
    std::vector<float> ranged;
    if (limit) {
        ranged = values;
        ranged.push_back(static_cast<float>(*limit));
    }
    const auto [low, high] = sparklineRange(limit ? ranged : values);
    constexpr qreal penWidth = 1.5;
    const QRectF area = rect.adjusted(penWidth, penWidth, -penWidth, -penWidth);
    const qreal step = values.size() > 1 ? area.width() / static_cast<qreal>(values.size() - 1) : 0;
    const auto yOf = [&, bottom = low, height = high - low](float value) {
        return area.bottom() - (static_cast<qreal>(value) - bottom) / height * area.height();
    };

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (limit) {
        const qreal y = std::floor(yOf(static_cast<float>(*limit))) + 0.5; // sharp
        painter.setPen(QPen(limitColour.isValid() ? limitColour : colour, 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(colour, penWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPolygonF stretch;
    stretch.reserve(static_cast<qsizetype>(values.size()));
    // A single value is drawn on the right, as the newest.
    qreal x = values.size() > 1 ? area.left() : area.right();
    for (const float value : values) {
        if (std::isfinite(value)) {
            stretch.append(QPointF(x, yOf(value)));
        } else {
            paintStretch(painter, stretch);
            stretch.clear();
        }
        x += step;
    }
    paintStretch(painter, stretch);
    painter.restore();
}

} // namespace plimsoll::views

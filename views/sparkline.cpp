// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sparkline.h"

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

void paintStretch(QPainter &painter, const QPolygonF &stretch)
{
    if (stretch.size() == 1) {
        painter.drawPoint(stretch.first());
    } else if (stretch.size() > 1) {
        painter.drawPolyline(stretch);
    }
}

} // namespace

void paintSparkline(QPainter &painter, const QRectF &rect, const std::vector<float> &values, const QColor &colour)
{
    const Range range = rangeOf(values);
    if (!range.any || rect.isEmpty()) {
        return;
    }
    constexpr qreal penWidth = 1.5;
    const QRectF area = rect.adjusted(penWidth, penWidth, -penWidth, -penWidth);
    const qreal height = static_cast<qreal>(range.high) - static_cast<qreal>(range.low);
    const qreal step = values.size() > 1 ? area.width() / static_cast<qreal>(values.size() - 1) : 0;
    const auto yOf = [&](float value) {
        return height > 0
            ? area.bottom() - (static_cast<qreal>(value) - static_cast<qreal>(range.low)) / height * area.height()
            : area.center().y();
    };

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, penWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPolygonF stretch;
    stretch.reserve(static_cast<qsizetype>(values.size()));
    // A single value stands at the right: it is the newest.
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

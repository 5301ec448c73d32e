// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/sparkline.h"

#include "models/charts/chartmath.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

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
    if (rect.isEmpty()
        || std::none_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) {
        return;
    }
    std::vector<float> ranged;
    if (limit) {
        ranged = values;
        ranged.push_back(static_cast<float>(*limit));
    }
    const auto [low, high] = models::sparklineRange(limit ? ranged : values);
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

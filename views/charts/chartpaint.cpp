// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartpaint.h"

#include "views/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace plimsoll::views {

QPen dottedPen(const QColor &colour, double width)
{
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({2, 2.5});
    return pen;
}

void paintReadingBox(QPainter &painter, const Tokens &tokens, const QRectF &bounds, double x, const QString &title,
                     const std::vector<ReadingRow> &rows)
{
    const QFontMetricsF font(painter.font());
    constexpr double padding = 8;
    constexpr double mark = 14;
    constexpr double longest = 160;
    const double longestAlone = std::max(340.0, std::min(520.0, bounds.width() / 2)); // what has no value
    const double lineHeight = font.height() + 2;
    double labels = 0;
    double values = 0;
    double alone = 0;
    for (const ReadingRow &row : rows) {
        if (row.value.isEmpty()) {
            alone = std::max(alone, std::min(longestAlone, font.horizontalAdvance(row.label)));
            continue;
        }
        labels = std::max(labels, std::min(longest, font.horizontalAdvance(row.label)));
        values = std::max(values, font.horizontalAdvance(row.value));
    }
    const double width =
        std::max({font.horizontalAdvance(title), mark + labels + 16 + values, mark + alone}) + 2 * padding;
    const double height = lineHeight * static_cast<double>(rows.size() + 1) + 2 * padding - 2;
    const double left = x + 12 + width <= bounds.right() ? x + 12 : std::max(bounds.left(), x - 12 - width);
    const QRectF box(left, bounds.top() + 4, width, height);

    painter.setPen(tokens.border);
    painter.setBrush(tokens.window);
    painter.drawRoundedRect(box, metrics::controlRadius, metrics::controlRadius);
    QRectF line(box.left() + padding, box.top() + padding - 1, width - 2 * padding, lineHeight);
    painter.setPen(tokens.secondaryText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    for (const ReadingRow &row : rows) {
        line.translate(0, lineHeight);
        if (row.colour.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(row.colour);
            painter.drawRoundedRect(QRectF(line.left(), line.center().y() - 1.5, 8, 3), 1.5, 1.5);
        }
        painter.setPen(tokens.text);
        const double indent = row.colour.isValid() ? mark : 0;
        painter.drawText(line.adjusted(indent, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         font.elidedText(row.label, Qt::ElideRight, row.value.isEmpty() ? longestAlone : longest));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
}

void paintWord(QPainter &painter, const QRectF &place, const QString &text, const QColor &colour, const QColor &ground)
{
    const QFontMetricsF font(painter.font());
    const QPointF baseline(place.left(), place.top() + font.ascent());
    QPainterPath letters;
    letters.addText(baseline, painter.font(), text);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.strokePath(letters, QPen(ground, 5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setPen(colour);
    painter.drawText(baseline, text);
    painter.restore();
}

} // namespace plimsoll::views

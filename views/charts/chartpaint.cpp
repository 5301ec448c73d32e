// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartpaint.h"

#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

QPen dottedPen(const QColor &colour, double width)
{
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({2, 2.5});
    return pen;
}

namespace {

constexpr Px chartPadding{6};
constexpr Px besideMark{14}; ///< px from the left end of a mark to its label
constexpr Px betweenColumns{12};
constexpr Px longestRow{360}; ///< px; longer sentences are elided
constexpr Px fromPointer{12};
constexpr Px leastLegendWidth{150}; ///< px for a name with its value

double heightOfLine(const QFontMetricsF &font)
{
    return font.height() + 1;
}

double widthOf(const QFontMetricsF &font, const ReadingRow &row)
{
    const double mark = row.colour.isValid() ? besideMark : 0;
    const double value = row.value.isEmpty() ? 0 : betweenColumns + font.horizontalAdvance(row.value);
    return mark + font.horizontalAdvance(row.label) + value;
}

} // namespace

ReadingBox layOutReading(const QFontMetricsF &font, const ReadingRoom &room, double x, const QString &title,
                         const std::vector<ReadingRow> &rows)
{
    ReadingBox box{{}, title, rows};
    const auto linesIn = [&font](const QRectF &where) { // without the title
        return std::max(2.0, std::floor((where.height() - 8 - 2 * chartPadding) / heightOfLine(font)) - 1);
    };
    // Figures may extend over the whole view, other rows only over the plot.
    const auto figures = static_cast<double>(room.figures + (rows.size() > room.figures ? 1 : 0));
    const double fitting = std::max(linesIn(room.plot), std::min(linesIn(room.view), figures));
    const std::size_t most = std::min(room.most, static_cast<std::size_t>(fitting));
    if (rows.size() > most) {
        box.rows.resize(most - 1);
        const bool isFigureLeft = box.rows.size() < room.figures;
        const QString more =
            isFigureLeft || room.more.isEmpty() ? QCoreApplication::translate("chart", "and %1 more") : room.more;
        box.rows.push_back({more.arg(rows.size() - box.rows.size()), {}, {}});
    }
    const double half =
        std::max(std::min<double>(leastLegendWidth, 0.8 * room.plot.width()), room.plot.width() / 2 - fromPointer);
    double widest = font.horizontalAdvance(title);
    for (ReadingRow &row : box.rows) {
        if (!row.brief.isEmpty() && widthOf(font, row) > half - 2 * chartPadding - 1) {
            row.value = row.brief;
        }
        widest = std::max(widest, std::min<double>(longestRow, widthOf(font, row)));
    }
    const QSizeF size(std::min(std::ceil(widest) + 2 * chartPadding + 1, half),
                      heightOfLine(font) * static_cast<double>(box.rows.size() + 1) + 2 * chartPadding);
    const double left = x < room.plot.center().x() ? x + fromPointer : x - fromPointer - size.width();
    const double lowest = std::max(room.plot.bottom(), room.view.bottom()) - 2 - size.height();
    const double top = std::max(room.view.top(), std::min(room.plot.top() + 4, lowest));
    // Beside a narrow plot rather than over what is pointed at.
    box.place = QRectF(QPointF(std::max(room.view.left(), left), top), size);
    return box;
}

void paintReadingBox(QPainter &painter, const Tokens &tokens, const ReadingBox &box)
{
    const QFontMetricsF font(painter.font());
    painter.setPen(tokens.border);
    painter.setBrush(tokens.window);
    painter.drawRoundedRect(box.place, metrics::controlRadius, metrics::controlRadius);
    QRectF line(box.place.left() + chartPadding, box.place.top() + chartPadding, box.place.width() - 2 * chartPadding,
                heightOfLine(font));
    painter.setPen(tokens.secondaryText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     font.elidedText(box.title, Qt::ElideRight, line.width() + 1));
    for (const ReadingRow &row : box.rows) {
        line.translate(0, heightOfLine(font));
        double indent = 0;
        if (row.colour.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(row.colour);
            painter.drawRoundedRect(QRectF(line.left(), line.center().y() - 1.5, 8, 3), 1.5, 1.5);
            indent = besideMark;
        }
        // Values are never elided; names may be.
        const double value = row.value.isEmpty() ? 0 : betweenColumns + font.horizontalAdvance(row.value);
        painter.setPen(tokens.text);
        painter.drawText(line.adjusted(indent, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         font.elidedText(row.label, Qt::ElideRight, line.width() + 1 - indent - value));
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

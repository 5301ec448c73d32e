// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/chartpaint.h"

#include "views/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace plimsoll::views {

namespace {

QString timeTick(std::chrono::milliseconds back, bool withUnit)
{
    using namespace std::chrono;
    const bool inHours = back >= hours(2) || back == hours(1);
    const QString number = QLocale().toString(
        static_cast<qlonglong>(inHours ? duration_cast<hours>(back).count() : duration_cast<minutes>(back).count()));
    if (!withUnit) {
        return QStringLiteral("−") + number;
    }
    return (inHours ? QCoreApplication::translate("chart", "−%1 h") : QCoreApplication::translate("chart", "−%1 min"))
        .arg(number);
}

} // namespace

void paintReadingBox(QPainter &painter, const Tokens &tokens, const QRectF &bounds, double x, const QString &title,
                     const std::vector<ReadingRow> &rows)
{
    const QFontMetricsF font(painter.font());
    constexpr double padding = 8;
    constexpr double mark = 14;
    constexpr double longest = 160;
    const double lineHeight = font.height() + 2;
    double labels = 0;
    double values = 0;
    for (const ReadingRow &row : rows) {
        labels = std::max(labels, std::min(longest, font.horizontalAdvance(row.label)));
        values = std::max(values, font.horizontalAdvance(row.value));
    }
    const double width = std::max(font.horizontalAdvance(title), mark + labels + 16 + values) + 2 * padding;
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
                         font.elidedText(row.label, Qt::ElideRight, longest));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
}

void paintTimeAxis(QPainter &painter, const QRectF &plot, std::chrono::milliseconds span, double width)
{
    using namespace std::chrono;
    const int parts = span >= hours(1) ? 4 : 3; // 24 h and 1 h by quarters, 15 min by thirds
    const int shown = plot.width() < 200 ? 1 : parts;
    const QFontMetricsF font(painter.font());
    for (int i = 0; i <= shown; ++i) {
        const milliseconds back = span * (shown - i) / shown;
        const bool isHour = span == hours(1);
        const QString text =
            i == shown ? QCoreApplication::translate("chart", "now") : timeTick(back, i == 0 || (isHour && i == 1));
        const double advance = font.horizontalAdvance(text);
        const double centre = plot.left() + plot.width() * i / shown;
        const double left = std::clamp(centre - advance / 2, 0.0, std::max(0.0, width - advance));
        painter.drawText(QPointF(left, plot.bottom() + 6 + font.ascent()), text);
    }
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QPen>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

/// Painting shared by charts.
namespace plimsoll::views {

struct Tokens;

/// Returns the pen of compared values and of forecasts.
QPen dottedPen(const QColor &colour, double width);

struct ReadingRow {
    QString label;
    QString value;
    QColor colour; ///< invalid for no mark
    QString brief{}; ///< shorter value if it does not fit next to the name; empty for none
};

/// The box at the pointer with the values of a chart.
struct ReadingBox {
    QRectF place;
    QString title;
    std::vector<ReadingRow> rows; ///< rows that fit; the last one counts the others
};

/// Limits of the box. It is next to `x`, on the wider side and at most half the plot wide, which leaves the target and
/// the drag area visible.
struct ReadingRoom {
    QRectF plot;
    QRectF view; ///< plot with its surroundings, available to the first `figures` rows
    std::size_t figures = 0;
    std::size_t most = 0; ///< greatest number of rows
    QString more{}; ///< says where to find the rows after the figures that do not fit; "%1" is their number
};
ReadingBox layOutReading(const QFontMetricsF &font, const ReadingRoom &room, double x, const QString &title,
                         const std::vector<ReadingRow> &rows);
void paintReadingBox(QPainter &painter, const Tokens &tokens, const ReadingBox &box);

/// Paints a word with a margin around its letters that hides what is below.
void paintWord(QPainter &painter, const QRectF &place, const QString &text, const QColor &colour, const QColor &ground);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QPen>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

/// What charts have in common on paper.
namespace plimsoll::views {

struct Tokens;

/// Of what was at another time than lines are, or is yet to come.
QPen dottedPen(const QColor &colour, double width);

struct ReadingRow {
    QString label;
    QString value;
    QColor colour; ///< invalid: no mark
};

/// The box that reads a chart at the pointer.
struct ReadingBox {
    QRectF place;
    QString title;
    std::vector<ReadingRow> rows; ///< that fit; the last one says how many more there are
};

/// Beside `x`, on that side of it where the wider half of the plot is, and no wider than half of it: what is pointed at
/// and where one may drag to stay in sight.
/// `most`: lines, where there is room for them.
ReadingBox layOutReading(const QFontMetricsF &font, const QRectF &plot, double x, const QString &title,
                         const std::vector<ReadingRow> &rows, std::size_t most);
void paintReadingBox(QPainter &painter, const Tokens &tokens, const ReadingBox &box);

/// A word on a plot: what is under it leaves a margin around its letters.
void paintWord(QPainter &painter, const QRectF &place, const QString &text, const QColor &colour, const QColor &ground);

} // namespace plimsoll::views

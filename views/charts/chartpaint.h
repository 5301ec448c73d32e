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
    QString brief{}; ///< the value where there is no room for both it and the name; empty: the value
};

/// The box that reads a chart at the pointer.
struct ReadingBox {
    QRectF place;
    QString title;
    std::vector<ReadingRow> rows; ///< that fit; the last one says how many more there are
};

/// Beside `x`, on that side of it where the wider half of the plot is, and no wider than half of it: what is pointed at
/// and where one may drag to stay in sight.
struct ReadingRoom {
    QRectF plot;
    QRectF view; ///< what is around the plot, too: the first `figures` rows may take it
    std::size_t figures = 0;
    std::size_t most = 0; ///< rows, where there is room for them
};
ReadingBox layOutReading(const QFontMetricsF &font, const ReadingRoom &room, double x, const QString &title,
                         const std::vector<ReadingRow> &rows);
void paintReadingBox(QPainter &painter, const Tokens &tokens, const ReadingBox &box);

/// A word on a plot: what is under it leaves a margin around its letters.
void paintWord(QPainter &painter, const QRectF &place, const QString &text, const QColor &colour, const QColor &ground);

} // namespace plimsoll::views

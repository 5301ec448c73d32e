// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
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

/// The box that reads a chart at the pointer: beside `x`, inside `bounds`.
void paintReadingBox(QPainter &painter, const Tokens &tokens, const QRectF &bounds, double x, const QString &title,
                     const std::vector<ReadingRow> &rows);

/// A word on a plot: what is under it leaves a margin around its letters.
void paintWord(QPainter &painter, const QRectF &place, const QString &text, const QColor &colour, const QColor &ground);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/figuretext.h"

#include <QPainter>

#include <algorithm>

namespace plimsoll::views {

namespace {

qreal digitWidth(const QFontMetricsF &font)
{
    qreal widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit) {
        widest = std::max(widest, font.horizontalAdvance(QChar(digit)));
    }
    return widest;
}

bool isDigit(QChar character)
{
    return character >= u'0' && character <= u'9';
}

/// Visits each digit with the width of its cell, and each run between digits with its own width.
template <typename Visit> void forPieces(const QFontMetricsF &font, const QString &text, Visit visit)
{
    const qreal cell = digitWidth(font);
    qsizetype at = 0;
    while (at < text.size()) {
        if (isDigit(text[at])) {
            visit(text.mid(at, 1), cell, true);
            ++at;
            continue;
        }
        qsizetype end = at;
        while (end < text.size() && !isDigit(text[end])) {
            ++end;
        }
        const QString piece = text.mid(at, end - at);
        visit(piece, font.horizontalAdvance(piece), false);
        at = end;
    }
}

} // namespace

qreal figureWidth(const QFontMetricsF &font, const QString &text)
{
    qreal width = 0;
    forPieces(font, text, [&width](const QString &, qreal pieceWidth, bool) { width += pieceWidth; });
    return width;
}

qreal paintFigure(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFontMetricsF font(painter.font());
    const qreal width = figureWidth(font, text);
    if (width > rect.width() + 0.5) {
        const QString elided = font.elidedText(text, Qt::ElideRight, rect.width());
        painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, elided);
        return rect.left() + font.horizontalAdvance(elided);
    }
    qreal x = rect.left();
    if (alignment.testFlag(Qt::AlignRight)) {
        x = rect.right() - width;
    } else if (alignment.testFlag(Qt::AlignHCenter)) {
        x = rect.center().x() - width / 2;
    }
    qreal baseline = rect.center().y() + (font.ascent() - font.descent()) / 2;
    if (alignment.testFlag(Qt::AlignTop)) {
        baseline = rect.top() + font.ascent();
    } else if (alignment.testFlag(Qt::AlignBottom)) {
        baseline = rect.bottom() - font.descent();
    }
    forPieces(font, text, [&](const QString &piece, qreal pieceWidth, bool digit) {
        const qreal slack = digit ? (pieceWidth - font.horizontalAdvance(piece)) / 2 : 0;
        painter.drawText(QPointF(x + slack, baseline), piece);
        x += pieceWidth;
    });
    return x;
}

} // namespace plimsoll::views

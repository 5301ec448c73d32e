// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/figuretext.h"

#include <QLocale>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

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

/// Digits with what is between them in a number or a time: a point, a comma, an apostrophe, a colon or a space that
/// does not break.
const QRegularExpression &number()
{
    static const QRegularExpression expression(QStringLiteral("\\d+(?:[.,:'\u2019\u00a0\u202f]\\d+)*"));
    return expression;
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

QString elidedWhole(const QFontMetricsF &font, const QString &text, qreal width)
{
    const QString plain = font.elidedText(text, Qt::ElideRight, width);
    if (plain == text) {
        return text;
    }
    const qsizetype kept = std::max<qsizetype>(0, plain.size() - 1);
    QRegularExpressionMatchIterator numbers = number().globalMatch(text);
    while (numbers.hasNext()) {
        const QRegularExpressionMatch match = numbers.next();
        if (kept > match.capturedStart() && kept < match.capturedEnd()) {
            return text.left(match.capturedStart()).trimmed() + QChar(0x2026);
        }
    }
    return plain;
}

QString fittedText(const QFontMetricsF &font, const QString &text, qreal width)
{
    const auto fits = [&](const QString &shown) { return figureWidth(font, shown) <= width + 0.5; };
    const auto hasDigit = [](QStringView part) { return std::any_of(part.begin(), part.end(), isDigit); };
    if (fits(text)) {
        return text;
    }
    const QString shown = elidedWhole(font, text, width);
    if (!hasDigit(QStringView(text).mid(std::max<qsizetype>(0, shown.size() - 1)))) {
        return shown; // no number is lost
    }
    for (qsizetype space = text.indexOf(QLatin1Char(' ')); space > 0;
         space = text.indexOf(QLatin1Char(' '), space + 1)) {
        if (hasDigit(QStringView(text).left(space))) {
            break;
        }
        if (const QString rest = text.mid(space + 1); fits(rest)) {
            return rest;
        }
    }
    const QRegularExpressionMatch first = number().match(text);
    bool isNumber = false;
    const double value = QLocale().toDouble(first.captured(), &isNumber);
    const QString whole = text.left(first.capturedStart()) + QLocale().toString(std::round(value), 'f', 0)
        + text.mid(first.capturedEnd());
    return isNumber && value != std::round(value) && fits(whole) ? whole : shown;
}

qreal paintFigure(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFontMetricsF font(painter.font());
    const qreal width = figureWidth(font, text);
    if (width > rect.width() + 0.5) {
        const QString shown = fittedText(font, text, rect.width());
        painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
        return rect.left() + font.horizontalAdvance(shown);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/programicon.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <array>

namespace plimsoll::views {

namespace {

constexpr std::array iconSizes{16, 24, 32, 48, 64, 128};

} // namespace

QIcon programIcon()
{
    QSvgRenderer drawing(
        QStringLiteral(":/plimsoll/icons/plimsoll.svg")); // needs no plugin, unlike an icon of the file
    QIcon made;
    for (const int size : iconSizes) {
        QPixmap picture(size, size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        drawing.render(&painter);
        painter.end();
        made.addPixmap(picture);
    }
    return made;
}

QString signOf(int count)
{
    return count == 0 ? QString() : count > 9 ? QStringLiteral("9+") : QString::number(count);
}

QIcon signedIcon(const QString &sign, const QColor &colour)
{
    const QIcon icon = programIcon();
    if (sign.isEmpty()) {
        return icon;
    }
    QIcon made;
    for (const int size : iconSizes) {
        QPixmap picture = icon.pixmap(size);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF place(size * 0.4, size * 0.4, size * 0.6, size * 0.6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(place);
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(std::max(7, static_cast<int>(place.height() * (sign.size() > 1 ? 0.55 : 0.75))));
        painter.setFont(font);
        painter.setPen(Qt::white);
        painter.drawText(place, Qt::AlignCenter, sign);
        painter.end();
        made.addPixmap(picture);
    }
    return made;
}

} // namespace plimsoll::views

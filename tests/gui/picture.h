// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSet>

/// Checks of pictures that need not know every pixel.
namespace plimsoll::testing {

/// Something is in it: at least the colours of a text with soft edges.
inline bool isPainted(const QImage &picture)
{
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            colours.insert(picture.pixel(x, y));
        }
    }
    return colours.size() > 8;
}

/// One colour and nothing else.
inline bool isPlain(const QImage &picture)
{
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (picture.pixel(x, y) != picture.pixel(0, 0)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace plimsoll::testing

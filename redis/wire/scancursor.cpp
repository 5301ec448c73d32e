// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/scancursor.h"

#include <QList>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

std::optional<ScanCursor> ScanCursor::parse(const QByteArray &text)
{
    const QList<QByteArray> parts = text.split('/');
    if (parts.size() == 1) {
        return ScanCursor{text};
    }
    std::array<bool, 3> ok{};
    if (parts.size() != 4) {
        return std::nullopt;
    }
    const ScanCursor found{parts[3], parts[1].toInt(&ok[0]), parts[2].toInt(&ok[1]), parts[0].toLongLong(&ok[2])};
    const bool isAll = std::all_of(ok.begin(), ok.end(), [](bool each) { return each; });
    return isAll && found.node >= 0 && found.node < found.nodes ? std::optional(found) : std::nullopt;
}

QByteArray ScanCursor::text() const
{
    return nodes == 1 || (cursor == "0" && node == 0) ? cursor
                                                      : QByteArray::number(generation) + '/' + QByteArray::number(node)
            + '/' + QByteArray::number(nodes) + '/' + cursor;
}

/// SCAN counts its cursor in reversed bits: turned round, it is how far it has come in the whole table, however large
/// that is and becomes.
double ScanCursor::progress() const
{
    quint64 bits = cursor.toULongLong();
    quint64 turned = 0;
    for (int i = 0; i < 64; ++i) {
        turned = (turned << 1U) | (bits & 1U);
        bits >>= 1U;
    }
    return (node + static_cast<double>(turned) / 0x1p64) / nodes;
}

} // namespace plimsoll::redis

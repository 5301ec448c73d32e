// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll {

/// So many bytes of a holder's token are read, and one more, by which a longer one is known.
inline constexpr qsizetype longestToken = 256;

/// It is the beginning of one that nobody has seen whole: nothing can be compared with it.
inline bool isCut(const QByteArray &token)
{
    return token.size() > longestToken;
}

} // namespace plimsoll

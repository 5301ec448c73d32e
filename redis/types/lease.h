// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll {

/// Number of bytes read of a holder's token; one more is read to detect a longer token.
inline constexpr qsizetype longestToken = 256;

/// True if only the beginning of the token was read, so that it cannot be compared.
inline bool isCut(const QByteArray &token)
{
    return token.size() > longestToken;
}

} // namespace plimsoll

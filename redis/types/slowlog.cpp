// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/slowlog.h"

#include <algorithm>

namespace plimsoll {

bool SlowLogEntry::isCut() const
{
    // Redis truncates to "abc... (12 more bytes)", and writes "... (3 more arguments)" as the last argument.
    return std::any_of(arguments.begin(), arguments.end(), [](const QByteArray &argument) {
        return argument.contains("... (")
            && (argument.endsWith(" more bytes)") || argument.endsWith(" more arguments)"));
    });
}

} // namespace plimsoll

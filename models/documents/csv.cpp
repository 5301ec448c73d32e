// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documents/csv.h"

#include <algorithm>

namespace plimsoll::models {

QString csvField(QString text)
{
    if (text.isEmpty()) {
        return text;
    }
    // Some spreadsheets skip leading spaces.
    const auto first = std::find_if(text.cbegin(), text.cend(), [](QChar letter) { return letter != u' '; });
    const bool isFormula = QStringLiteral("\t\r").contains(text.front())
        || (first != text.cend() && QStringLiteral("=+-@").contains(*first));
    const bool isQuoted = isFormula || text.front().isSpace() || text.back().isSpace()
        || std::any_of(text.cbegin(), text.cend(),
                       [](QChar letter) { return QStringLiteral(",;\"\n\r").contains(letter); });
    if (isFormula) {
        text.prepend(u'\'');
    }
    if (isQuoted) {
        text = u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    }
    return text;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/environmenttext.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool isVariableName(QStringView text)
{
    const auto isLetter = [](QChar c) { return (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') || c == u'_'; };
    return !text.isEmpty() && isLetter(text.front())
        && std::all_of(text.begin(), text.end(), [&](QChar c) { return isLetter(c) || (c >= u'0' && c <= u'9'); });
}

} // namespace

QString withEnvironment(const QString &text, const std::function<QString(const QString &name)> &valueOf)
{
    QString filled(QLatin1String(""));
    qsizetype at = 0;
    for (;;) {
        const qsizetype open = text.indexOf(QLatin1String("${"), at);
        filled += QStringView(text).sliced(at, (open < 0 ? text.size() : open) - at);
        if (open < 0) {
            return filled;
        }
        const qsizetype close = text.indexOf(u'}', open);
        const QString name = close < 0 ? QString() : text.sliced(open + 2, close - open - 2);
        const QString value = isVariableName(name) ? valueOf(name) : QString();
        if (value.isNull()) {
            return {};
        }
        filled += value;
        at = close + 1;
    }
}

} // namespace plimsoll

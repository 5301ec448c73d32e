// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/redaction.h"

#include "redis/types/jsontokens.h"
#include "redis/types/workspace.h"

#include <QJsonArray>

#include <algorithm>

namespace plimsoll {

QStringList redactedFields(const CollectionDefinition &definition)
{
    QStringList fields;
    const QJsonArray redacted = definition.options.value(QLatin1StringView("redact")).toArray();
    for (const auto &field : redacted) {
        fields.append(field.toString());
    }
    return fields;
}

QByteArray redactedJson(const QByteArray &text, const QStringList &fields)
{
    JsonTokens tokens(text);
    if (fields.isEmpty() || (tokens.peek() != '{' && tokens.peek() != '[')) {
        return text;
    }
    QByteArray out;
    qsizetype copied = 0;
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        if (token.front() != '"' || tokens.peek() != ':' || !fields.contains(fieldName(token))) {
            continue;
        }
        tokens.next();
        const qsizetype value = tokens.pastSpace();
        out += QByteArrayView(text).sliced(copied, value - copied);
        out += "\"•••\"";
        tokens.skipValue();
        copied = std::max(value, tokens.end());
    }
    return out + text.mid(copied);
}

} // namespace plimsoll

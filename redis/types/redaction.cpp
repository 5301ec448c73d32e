// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/redaction.h"

#include "redis/types/jsontokens.h"
#include "redis/types/workspace.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <optional>

namespace plimsoll {

namespace {

/// True if an odd number of backslashes precedes the position.
bool isBehindBackslash(QByteArrayView text, qsizetype at)
{
    qsizetype backslashes = 0;
    while (backslashes < at && text[at - 1 - backslashes] == '\\') {
        ++backslashes;
    }
    return backslashes % 2 != 0;
}

constexpr auto hiddenValue = "\"•••\"";

/// Decodes a JSON string, as far as possible if it is truncated; nullopt if it is invalid.
std::optional<QByteArray> contentOf(QByteArrayView quoted)
{
    constexpr qsizetype longestCharacter = 12; // two escapes of a surrogate pair
    QByteArrayView content = quoted.sliced(1);
    const bool isWhole = content.endsWith('"') && !isBehindBackslash(content, content.size() - 1);
    content.chop(isWhole ? 1 : 0);
    for (qsizetype chopped = 0; chopped <= (isWhole ? 0 : std::min(longestCharacter, content.size())); ++chopped) {
        const QJsonValue meant =
            QJsonDocument::fromJson("[\"" + content.chopped(chopped).toByteArray() + "\"]").array().at(0);
        if (meant.isString()) {
            return meant.toString().toUtf8();
        }
    }
    return std::nullopt;
}

} // namespace

QStringList redactedFields(const CollectionDefinition &definition)
{
    QStringList fields;
    const QJsonArray redacted = definition.options.value(QLatin1StringView("redact")).toArray();
    for (const auto &field : redacted) {
        fields.append(field.toString());
    }
    return fields;
}

QStringList redactedFields(const Workspace &workspace)
{
    QStringList all;
    for (const CollectionDefinition &collection : workspace.collections) {
        all += redactedFields(collection);
    }
    return all;
}

QByteArray redactedString(QByteArrayView quoted, const QStringList &fields)
{
    const bool mayHoldJson = quoted.contains('{') || quoted.contains('[') || quoted.contains('\\');
    if (fields.isEmpty() || !mayHoldJson) {
        return quoted.toByteArray();
    }
    const std::optional<QByteArray> inner = contentOf(quoted);
    if (!inner) { // not written by a JSON library
        const bool isSuspect = std::any_of(fields.begin(), fields.end(), [quoted](const QString &field) {
            return quoted.toByteArray().contains(field.toUtf8());
        });
        return isSuspect ? QByteArray(hiddenValue) : quoted.toByteArray();
    }
    const QByteArray shown = redactedJson(*inner, fields);
    return shown == *inner
        ? quoted.toByteArray()
        : QJsonDocument(QJsonArray{QString::fromUtf8(shown)}).toJson(QJsonDocument::Compact).sliced(1).chopped(1);
}

QByteArray redactedJson(const QByteArray &text, const QStringList &fields)
{
    JsonTokens tokens(text);
    if (fields.isEmpty()) {
        return text;
    }
    if (tokens.peek() == '"') { // a single string, which may contain another document
        const QByteArray only = tokens.next().toByteArray();
        return tokens.peek() == '\0' ? text.left(tokens.start()) + redactedString(only, fields) + text.mid(tokens.end())
                                     : text;
    }
    if (tokens.peek() != '{' && tokens.peek() != '[') {
        return text;
    }
    QByteArray out;
    qsizetype copied = 0;
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        if (token.front() != '"') {
            continue;
        }
        if (tokens.peek() != ':') {
            const QByteArray shown = redactedString(token, fields);
            if (shown != token) {
                out += QByteArrayView(text).sliced(copied, tokens.start() - copied);
                out += shown;
                copied = tokens.end();
            }
            continue;
        }
        if (!fields.contains(fieldName(token))) {
            continue;
        }
        tokens.next();
        const qsizetype value = tokens.pastSpace();
        out += QByteArrayView(text).sliced(copied, value - copied);
        out += hiddenValue;
        tokens.skipValue();
        copied = std::max(value, tokens.end());
    }
    return out + text.mid(copied);
}

} // namespace plimsoll

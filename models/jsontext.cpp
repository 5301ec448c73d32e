// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jsontext.h"

#include "redis/types/jsontokens.h"

#include <array>

namespace plimsoll::models {

namespace {

constexpr int deepestIndent = 40; // deeper levels keep this indent

/// Common styles: the text after each ':' and ','.
constexpr std::array<const char *, 2> gaps{"", " "};

QByteArray onOneLine(const QByteArray &json, const char *gap)
{
    JsonTokens tokens(json);
    QByteArray text;
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        text += token;
        if (token == ":" || token == ",") {
            text += gap;
        }
    }
    return text;
}

/// The style of `json`; null if it has another one.
const char *gapOf(const QByteArray &json)
{
    for (const char *const gap : gaps) {
        if (onOneLine(json, gap) == json) {
            return gap;
        }
    }
    return nullptr;
}

} // namespace

QByteArray spreadJson(const QByteArray &json)
{
    JsonTokens tokens(json);
    QByteArray text;
    int depth = 0;
    const auto newLine = [&] { text += '\n' + QByteArray(2 * std::min(depth, deepestIndent), ' '); };
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        const char first = token.front();
        if (first == '}' || first == ']') {
            depth = std::max(0, depth - 1);
            newLine();
        }
        text += token;
        if ((first == '{' || first == '[') && tokens.peek() == (first == '{' ? '}' : ']')) {
            text += tokens.next();
        } else if (first == '{' || first == '[') {
            ++depth;
            newLine();
        } else if (first == ',') {
            newLine();
        } else if (first == ':') {
            text += ' ';
        }
    }
    return text;
}

QByteArray jsonLike(const QByteArray &json, const QByteArray &like)
{
    const char *const gap = gapOf(like);
    return gap == nullptr ? json : onOneLine(json, gap);
}

bool comesBack(const QByteArray &like)
{
    return gapOf(like) != nullptr;
}

} // namespace plimsoll::models

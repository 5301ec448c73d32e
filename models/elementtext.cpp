// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/elementtext.h"

#include "models/format.h"
#include "redis/types/printable.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLatin1StringView>

#include <algorithm>

namespace plimsoll::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(elements)
};

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

qsizetype pastBlanks(const QByteArray &text, qsizetype at)
{
    while (at < text.size() && isBlank(text[at])) {
        ++at;
    }
    return at;
}

/// `at` is on the opening quote; the answer is behind the closing one.
qsizetype pastString(const QByteArray &text, qsizetype at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, text.size());
}

qsizetype pastValue(const QByteArray &text, qsizetype at)
{
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = pastString(text, at);
            if (depth == 0) {
                return at;
            }
            continue;
        }
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth == 0) {
                return at;
            }
            if (--depth == 0) {
                return at + 1;
            }
        } else if (depth == 0 && (c == ',' || isBlank(c))) {
            return at;
        }
        ++at;
    }
    return at;
}

/// The name of a field as it is meant: "c\u0061rd" is "card".
QString fieldName(const QByteArray &quoted)
{
    if (!quoted.contains('\\')) {
        return QString::fromUtf8(quoted.mid(1, quoted.size() - 2));
    }
    return QJsonDocument::fromJson('[' + quoted + ']').array().at(0).toString();
}

} // namespace

ElementRules ElementRules::of(const CollectionDefinition &definition)
{
    ElementRules rules;
    const QJsonArray redacted = definition.options.value(QLatin1StringView("redact")).toArray();
    for (const auto &field : redacted) {
        rules.redacted.append(field.toString());
    }
    // Without a record of each job nothing counts its attempts, and nothing acts on them.
    const QJsonValue most = definition.options.value(QLatin1StringView("maxAttempts"));
    if (most.isDouble() && definition.has(Holds::Record)) {
        rules.maxAttempts = most.toInt();
    }
    rules.staleAfter = definition.duration(QLatin1StringView("staleAfter"));
    return rules;
}

QByteArray redactedJson(const QByteArray &text, const QStringList &fields)
{
    const qsizetype begin = pastBlanks(text, 0);
    if (fields.isEmpty() || begin == text.size() || (text[begin] != '{' && text[begin] != '[')) {
        return text;
    }
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        if (text[at] != '"') {
            out += text[at++];
            continue;
        }
        const qsizetype end = pastString(text, at);
        const QByteArray quoted = text.mid(at, end - at);
        out += quoted;
        at = end;
        const qsizetype colon = pastBlanks(text, at);
        if (colon == text.size() || text[colon] != ':' || !fields.contains(fieldName(quoted))) {
            continue;
        }
        const qsizetype value = pastBlanks(text, colon + 1);
        out += text.mid(at, value - at);
        out += "\"•••\"";
        at = pastValue(text, value);
    }
    return out;
}

QString blankText(QByteArrayView bytes)
{
    if (bytes.isEmpty()) {
        return Words::tr("(empty)");
    }
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == ' '; })) {
        return bytes.size() == 1 ? Words::tr("(1 space)") : Words::tr("(%1 spaces)").arg(formatCount(bytes.size()));
    }
    constexpr qsizetype longestBlank = 64; // bytes: of other blanks, which take a look at each character
    const bool isBlank = bytes.size() <= longestBlank && printable(bytes).trimmed().isEmpty();
    return isBlank ? Words::tr("(%1 bytes of blanks)").arg(formatCount(bytes.size())) : QString();
}

QString elementText(QByteArrayView bytes, qsizetype longest)
{
    const QString blank = blankText(bytes);
    return blank.isNull() ? printable(bytes, longest) : blank;
}

std::optional<std::chrono::milliseconds> deadlineOf(const Element &element, const ElementRules &rules)
{
    if (element.due || !element.startedAt || !rules.staleAfter) {
        return element.due;
    }
    const bool isWorkedOn = element.state.isEmpty() || element.state == QLatin1StringView("processing")
        || element.state == QLatin1StringView("stale");
    return isWorkedOn ? std::optional(*element.startedAt + *rules.staleAfter) : std::nullopt;
}

QString elementName(const Element &element, const ElementRules &rules, qsizetype longest)
{
    return element.id.isEmpty() ? elementBytes(element, rules, longest)
                                : elementText(redactedJson(element.id, rules.redacted), longest);
}

QString elementBytes(const Element &element, const ElementRules &rules, qsizetype longest)
{
    return elementText(redactedJson(element.element, rules.redacted), longest);
}

QString attemptsText(const Element &element, const ElementRules &rules)
{
    if (!element.attempts) {
        return unknownText();
    }
    const QString done = formatCount(*element.attempts);
    const std::optional<int> most = element.maxAttempts ? element.maxAttempts : rules.maxAttempts;
    return most ? Words::tr("%1 of %2").arg(done, formatCount(*most)) : done;
}

} // namespace plimsoll::models

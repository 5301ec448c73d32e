// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementtext.h"

#include "models/text/format.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/jobfields.h"
#include "redis/types/redaction.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>
#include <QLatin1StringView>

#include <algorithm>

namespace plimsoll::models {

namespace {

struct ElementWords {
    Q_DECLARE_TR_FUNCTIONS(elements)
};

const QString hiddenText = QStringLiteral("•••");

QString shownText(const QString &text, bool isHidden, const ElementRules &rules)
{
    if (text.isEmpty() || rules.redacted.isEmpty()) {
        return text;
    }
    return isHidden ? hiddenText : QString::fromUtf8(redactedJson(text.toUtf8(), rules.redacted));
}

} // namespace

ElementRules ElementRules::of(const CollectionDefinition &definition)
{
    ElementRules rules;
    rules.redacted = redactedFields(definition);
    // Only job records count attempts, so the limit needs records.
    const QJsonValue most = definition.options.value(QLatin1StringView("maxAttempts"));
    if (most.isDouble() && definition.has(Holds::Record)) {
        rules.maxAttempts = most.toInt();
    }
    rules.hidesError = isRedacted(definition, JobField::LastError);
    rules.hidesClass = isRedacted(definition, JobField::Class);
    rules.hidesWorker = !definition.has(Holds::Entries) && isRedacted(definition, JobField::Worker);
    if (!definition.has(Holds::Lease)) { // a lease says what is stale
        rules.staleAfter = definition.duration(QLatin1StringView("staleAfter"));
    }
    return rules;
}

QString blankText(QByteArrayView bytes)
{
    if (bytes.isEmpty()) {
        return ElementWords::tr("(empty)");
    }
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == ' '; })) {
        return bytes.size() == 1
            ? ElementWords::tr("(1 space)")
            : ElementWords::tr("(%1 spaces)", nullptr, pluralOf(bytes.size())).arg(formatCount(bytes.size()));
    }
    constexpr qsizetype longestBlank = 64; // bytes; checking for other blanks looks at each character
    const bool isBlank = bytes.size() <= longestBlank && printable(bytes).trimmed().isEmpty();
    return isBlank
        ? ElementWords::tr("(%1 bytes of blanks)", nullptr, pluralOf(bytes.size())).arg(formatCount(bytes.size()))
        : QString();
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
    const ElementState *state = findState(element.state);
    const bool isWorkedOn = element.state.isEmpty() || (state != nullptr && state->of == Holds::Processing);
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

QString errorText(const QString &error, const ElementRules &rules)
{
    return shownText(error, rules.hidesError, rules);
}

QString classText(const QString &jobClass, const ElementRules &rules)
{
    return shownText(jobClass, rules.hidesClass, rules);
}

QString workerText(const QString &worker, const ElementRules &rules)
{
    return shownText(worker, rules.hidesWorker, rules);
}

QString attemptsText(const Element &element, const ElementRules &rules)
{
    if (!element.attempts) {
        return unknownText();
    }
    const QString done = QLocale().toString(*element.attempts); // all digits, also beyond 2^53
    const std::optional<qint64> most = element.maxAttempts ? element.maxAttempts : rules.maxAttempts;
    return !most                    ? done
        : *element.attempts > *most ? ElementWords::tr("%1, limit %2").arg(done, formatCount(*most))
                                    : ElementWords::tr("%1 of %2").arg(done, formatCount(*most));
}

bool isDeletedEntry(const Element &element)
{
    return !element.group.isEmpty() && !element.fieldsUnread && element.fields.empty();
}

QString fieldsText(const Element &element, const ElementRules &rules, qsizetype longest)
{
    if (element.fieldsUnread) {
        return ElementWords::tr("(not read: the page is full, or XRANGE is not permitted)");
    }
    if (isDeletedEntry(element)) {
        return ElementWords::tr("deleted");
    }
    QString text;
    for (const auto &[name, value] : element.fields) {
        if (text.size() > longest) {
            break;
        }
        const bool isHidden = rules.redacted.contains(QString::fromUtf8(name));
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + printable(name, longest) + u'='
            + (isHidden ? hiddenText : printable(redactedJson(value, rules.redacted), longest));
    }
    return text.size() > longest ? text.left(longest) + QChar(0x2026) : text;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace plimsoll {
struct CollectionDefinition;
}

namespace plimsoll::models {

/// How a collection's elements are displayed.
struct ElementRules {
    QStringList redacted; ///< fields whose values are hidden
    std::optional<qint64> maxAttempts; ///< default for jobs without their own maximum
    std::optional<std::chrono::milliseconds> staleAfter{}; ///< maximum time of a job in a processing list

    bool hidesError = false, hidesClass = false, hidesWorker = false; ///< `redacted` names a field that holds it

    [[nodiscard]] static ElementRules of(const CollectionDefinition &definition);
    bool operator==(const ElementRules &) const = default;
};

/// Text of an element as in printable(), or a description if nothing would be visible: "(empty)", "(3 spaces)".
QString elementText(QByteArrayView bytes, qsizetype longest);

/// The description of a blank text; null if something is visible.
QString blankText(QByteArrayView bytes);

/// Deadline of a job in processing: its own, else its start plus the collection's `staleAfter`.
std::optional<std::chrono::milliseconds> deadlineOf(const Element &element, const ElementRules &rules);

/// The ID of an element, else its redacted text.
QString elementName(const Element &element, const ElementRules &rules, qsizetype longest);

/// The redacted text of an element.
QString elementBytes(const Element &element, const ElementRules &rules, qsizetype longest);

/// Error, class and worker of a job, redacted: a value that a hidden field holds is never shown in full. Empty if
/// unknown.
QString errorText(const QString &error, const ElementRules &rules);
QString classText(const QString &jobClass, const ElementRules &rules);
QString workerText(const QString &worker, const ElementRules &rules);

/// "2 of 3"; "2" if the maximum is unknown, "–" if the attempts are.
QString attemptsText(const Element &element, const ElementRules &rules);

/// True for an entry that is pending and was deleted from its stream: no entry is without fields.
bool isDeletedEntry(const Element &element);

/// Fields of a stream entry: "order=69682 event=paid card=•••".
QString fieldsText(const Element &element, const ElementRules &rules, qsizetype longest);

} // namespace plimsoll::models

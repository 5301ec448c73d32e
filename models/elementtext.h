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

/// What a collection says about how its elements are shown.
struct ElementRules {
    QStringList redacted; ///< fields whose values are never shown
    std::optional<qint64> maxAttempts; ///< of jobs that do not bring their own
    std::optional<std::chrono::milliseconds> staleAfter{}; ///< how long a job of a processing list may take

    [[nodiscard]] static ElementRules of(const CollectionDefinition &definition);
    bool operator==(const ElementRules &) const = default;
};

/// Bytes of an element as printable() shows them; words where nothing would be seen: "(empty)", "(3 spaces)".
QString elementText(QByteArrayView bytes, qsizetype longest);

/// The words above; null where there is something to see.
QString blankText(QByteArrayView bytes);

/// When a job in processing is late: its own deadline, else its start and what the collection allows.
std::optional<std::chrono::milliseconds> deadlineOf(const Element &element, const ElementRules &rules);

/// The id of an element, or else the element itself, without what is not to be shown.
QString elementName(const Element &element, const ElementRules &rules, qsizetype longest);

/// The element itself, without what is not to be shown.
QString elementBytes(const Element &element, const ElementRules &rules, qsizetype longest);

/// "2 of 3"; "2" where no maximum is known, "–" where the attempts are not.
QString attemptsText(const Element &element, const ElementRules &rules);

/// "order=69682 event=paid card=•••": what an entry of a stream says.
QString fieldsText(const Element &element, const ElementRules &rules, qsizetype longest);

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace plimsoll {
struct CollectionDefinition;
}

namespace plimsoll::models {

/// What a collection says about how its elements are shown.
struct ElementRules {
    QStringList redacted; ///< fields whose values are never shown
    std::optional<int> maxAttempts; ///< of jobs that do not bring their own

    [[nodiscard]] static ElementRules of(const CollectionDefinition &definition);
    bool operator==(const ElementRules &) const = default;
};

/// The id of an element, or else the element itself, without what is not to be shown.
QString elementName(const Element &element, const ElementRules &rules, qsizetype longest);

/// The element itself, without what is not to be shown.
QString elementBytes(const Element &element, const ElementRules &rules, qsizetype longest);

/// "2 of 3"; "2" where no maximum is known, "–" where the attempts are not.
QString attemptsText(const Element &element, const ElementRules &rules);

/// JSON in which the values of fields of these names read "•••", at any depth. Anything else is left as it is, and so
/// is the rest of the text, byte by byte. The text may be the beginning of a document.
QByteArray redactedJson(const QByteArray &text, const QStringList &fields);

} // namespace plimsoll::models

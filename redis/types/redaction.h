// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace plimsoll {

struct CollectionDefinition;

/// The fields whose values are not to be shown, nor found (the option "redact" of contract.md).
QStringList redactedFields(const CollectionDefinition &definition);

/// JSON in which the values of fields of these names read "•••", at any depth. Anything else is left as it is, and so
/// is the rest of the text, byte by byte. The text may be the beginning of a document.
QByteArray redactedJson(const QByteArray &text, const QStringList &fields);

} // namespace plimsoll

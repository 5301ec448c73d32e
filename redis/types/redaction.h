// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

namespace plimsoll {

struct CollectionDefinition;

/// The fields whose values are not to be shown, nor found (the option "redact" of contract.md).
QStringList redactedFields(const CollectionDefinition &definition);

/// JSON in which the values of fields of these names read "•••", at any depth, also in JSON that a string of it holds.
/// Anything else is left as it is, and so is the rest of the text, byte by byte, but for strings in which something was
/// hidden: they are written anew. The text may be the beginning of a document. Everything that shows an element, a
/// record or a payload to a person goes through it or through redactedString().
QByteArray redactedJson(const QByteArray &text, const QStringList &fields);
/// One string of JSON in its quotes, the last of which may be cut off.
QByteArray redactedString(QByteArrayView quoted, const QStringList &fields);

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

namespace plimsoll {

struct CollectionDefinition;
struct Workspace;

/// Returns the fields whose values must not be shown or found (option "redact").
QStringList redactedFields(const CollectionDefinition &definition);
/// Returns the fields of all collections, for text that may belong to any of them.
QStringList redactedFields(const Workspace &workspace);

/// Replaces the values of these fields in JSON by "•••", at any depth, also in JSON inside strings. Everything else
/// stays byte for byte, except strings with hidden parts, which are rewritten. The text may be truncated. All code that
/// shows an element, record or payload to a user must use this or redactedString().
QByteArray redactedJson(const QByteArray &text, const QStringList &fields);
/// Redacts one quoted JSON string; the closing quote may be missing.
QByteArray redactedString(QByteArrayView quoted, const QStringList &fields);

} // namespace plimsoll

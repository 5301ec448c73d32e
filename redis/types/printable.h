// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QJsonValue>
#include <QString>

namespace plimsoll {

/// Converts foreign bytes (keys, elements, payloads) to text for users: UTF-8 unchanged; control characters and invalid
/// bytes as \xNN, invisible characters as \uNNNN. Cut with "…" after maxChars (0: never).
QString printable(QByteArrayView bytes, qsizetype maxChars = 0);

/// Returns whether printable() leaves the bytes unchanged: UTF-8 without control or invisible characters.
bool isPrintable(QByteArrayView bytes);

/// Returns whether the bytes are well-formed UTF-8.
bool isUtf8(QByteArrayView bytes);

/// Converts bytes for a JSON document: a string if UTF-8, otherwise {"base64": "…"}.
QJsonValue jsonBytes(QByteArrayView bytes);

} // namespace plimsoll

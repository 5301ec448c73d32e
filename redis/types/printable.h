// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QJsonValue>
#include <QString>

namespace plimsoll {

/// The one way foreign bytes (keys, elements, payloads) become text for people: UTF-8 as it is, control
/// characters and bytes that are not UTF-8 as \xNN. Longer than maxChars is cut with "…" (0: never).
QString printable(QByteArrayView bytes, qsizetype maxChars = 0);

/// Whether printable() shows the bytes as they are: UTF-8 without control characters.
bool isPrintable(QByteArrayView bytes);

/// Whether the bytes are well-formed UTF-8.
bool isUtf8(QByteArrayView bytes);

/// Bytes in a JSON document (contract.md §2): a string when UTF-8, else {"base64": "…"}.
QJsonValue jsonBytes(QByteArrayView bytes);

} // namespace plimsoll

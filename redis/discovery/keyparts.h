// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace plimsoll::redis {

/// Class of one part of a key's name. All but Word are variable: keys that differ only in them have one template.
enum class PartClass : quint8 {
    Word,
    Number,
    Uuid,
    Ulid,
    Hex, ///< at least 16 digits
    Base64, ///< random letters and digits
    Day, ///< 20261128
    DashedDay, ///< 2026-11-28
    Hour, ///< 2026112803
    DashedHour, ///< 2026-11-28-03
    Instant, ///< other ISO 8601 times
    Email,
    Host, ///< domain or IP address
    Mixed, ///< short id of letters and digits; shown like a variable word
    Json,
    Bytes, ///< not UTF-8, or with control characters
    Rest, ///< everything that follows, of any form
};

/// One part of a key's name, with the separators before it. Views the key.
struct KeyPart {
    QByteArrayView lead; ///< verbatim; includes braces of hash tags
    QByteArrayView text; ///< empty only for separators at the end
    PartClass partClass = PartClass::Word;
};

/// Splits a name at its separators, which are kept: concatenating all leads and texts gives the key. Hash tags `{…}`,
/// quoted JSON and ISO dates are not split. Names longer than 512 bytes or 24 parts end in a Rest. Reentrant.
std::vector<KeyPart> splitKey(QByteArrayView key);

/// True for separators between segments of a name, such as ':'; others, such as '-', may also be part of an id.
bool isSegmentSeparator(char c);

/// Placeholder of a class in the text of a template: "{uuid}".
QByteArrayView placeholderOf(PartClass partClass);
/// Placeholder of a period in a workspace, "{yyyyMMdd}"; empty if the class is no period.
QByteArrayView periodOf(PartClass partClass);

} // namespace plimsoll::redis

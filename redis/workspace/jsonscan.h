// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>
#include <vector>

/// Finds out what QJsonDocument does not report: the exact position and reason of a syntax error, duplicate members,
/// and the offset of each value. Uses RapidJSON's reader, strict by RFC 8259. Reentrant.
namespace plimsoll::redis {

struct JsonScan {
    struct SyntaxError {
        qsizetype offset = 0; ///< byte in the text
        QString text;
    };
    std::optional<SyntaxError> error; ///< first error; the scan ends there
    std::vector<QString> twice; ///< pointers of duplicate members of an object, in file order
    QHash<QString, qsizetype> offsets; ///< offset of a member's name or an array's item, by JSON pointer
};

enum class ScanOffsets { Skip, Keep };
/// `Skip` does not promise JsonScan::offsets, since most files do not need them.
JsonScan scanJson(QByteArrayView json, ScanOffsets offsets);

/// Returns the "line:column" of a byte, from 1; columns count characters, as editors do.
QString lineAndColumn(QByteArrayView text, qsizetype offset);

/// Returns the JSON pointer (RFC 6901) of a member or item of the value at `parent`.
QString pointerTo(const QString &parent, const QString &name);
QString pointerTo(const QString &parent, qsizetype index);

} // namespace plimsoll::redis

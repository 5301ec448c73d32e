// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>
#include <vector>

/// What QJsonDocument does not tell of a JSON text: exactly where it stops being JSON and why, which members are given
/// twice, and where each value stands. By RapidJSON's reader, strict by RFC 8259. Values alone; reentrant.
namespace plimsoll::redis {

struct JsonScan {
    struct SyntaxError {
        qsizetype offset = 0; ///< byte in the text
        QString text;
    };
    std::optional<SyntaxError> error; ///< the first; nothing after it is known
    std::vector<QString> twice; ///< pointers of members given again in the same object, in the order of the file
    QHash<QString, qsizetype> offsets; ///< by JSON pointer: of the member's name or the array's item
};

enum class ScanOffsets { Skip, Keep };
/// `Skip` leaves JsonScan::offsets empty, which most files need not.
JsonScan scanJson(QByteArrayView json, ScanOffsets offsets);

/// "line:column" of a byte, from 1, columns counted in characters as editors do.
QString lineAndColumn(QByteArrayView text, qsizetype offset);

/// The JSON pointer (RFC 6901) of a member or item of the value at `parent`.
QString pointerTo(const QString &parent, const QString &name);
QString pointerTo(const QString &parent, qsizetype index);

} // namespace plimsoll::redis

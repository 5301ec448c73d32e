// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <functional>
#include <optional>

namespace plimsoll::redis {

/// Calls `visit` with the name and the value of every member of a JSON object whose value is a string, number or
/// literal (strings unescaped; nested values are skipped), until it returns false. Also works on a prefix of a
/// document, as jobs can be megabytes and the fields of interest are mostly at the front. False if the text is no JSON
/// object or is malformed; the members visited before the error are valid.
bool visitJsonFields(QByteArrayView json,
                     const std::function<bool(const QByteArray &name, const QByteArray &value)> &visit);

/// Visits all members of an object without trailing text, including nested values (nullopt), null (empty) and duplicate
/// names. Has the same limits as lua/records.lua, which must read the same: returns false if the object is malformed
/// or has too many strings and brackets; the visited members are then void.
bool visitWholeObject(QByteArrayView json,
                      const std::function<void(const QByteArray &name, const std::optional<QByteArray> &value)> &visit);

} // namespace plimsoll::redis

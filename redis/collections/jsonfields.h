// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <functional>
#include <optional>

namespace plimsoll::redis {

/// Calls `visit` with the name and the value of every member of a JSON object whose value is a string, number or
/// literal (strings unescaped; nested values are stepped over), until it returns false. Works on a prefix of a
/// document too: jobs can be megabytes, and what is asked for is mostly at the front. False when the text is no
/// JSON object at all, or broken before its end; what was visited until then stands.
bool visitJsonFields(QByteArrayView json,
                     const std::function<bool(const QByteArray &name, const QByteArray &value)> &visit);

/// The same of a whole object and nothing else, nested values (nullopt) and null (empty) included; of two members with
/// one name both. Bounded like lua/records.lua, which has to read the same: false when it is broken, or of too many
/// strings and brackets, and what was visited then is void.
bool visitWholeObject(QByteArrayView json,
                      const std::function<void(const QByteArray &name, const std::optional<QByteArray> &value)> &visit);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>

/// Parsers for replies to TIME and INFO, and for maps, which RESP2 gives as an array of names and values in turn.
namespace plimsoll::redis {

/// Returns the Unix time of a TIME reply; nullopt if it is not one.
std::optional<std::chrono::milliseconds> timeIn(const Reply &reply);

/// Returns the value of a name in a map; null if it is missing.
const Reply *valueIn(const Reply &map, QByteArrayView name);
/// Returns the text of a name in a map; empty if it is missing.
QByteArray textIn(const Reply &map, QByteArrayView name);

/// Calls `take` for each field of an INFO reply, in its order.
void forEachInfoField(QByteArrayView info, const std::function<void(QByteArrayView name, QByteArrayView value)> &take);
/// Returns one field of an INFO reply; empty if missing.
QByteArray infoField(QByteArrayView info, QByteArrayView name);

/// Returns the error of a sentinel that is used as a server, with the URLs of its masters from its INFO.
Error sentinelError(QByteArrayView info, const QString &address);

} // namespace plimsoll::redis

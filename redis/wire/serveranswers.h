// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>

/// Parsers for replies to TIME and INFO.
namespace plimsoll::redis {

/// Returns the Unix time of a TIME reply; nullopt if it is not one.
std::optional<std::chrono::milliseconds> timeIn(const Reply &reply);

/// Calls `take` for each field of an INFO reply, in its order.
void forEachInfoField(QByteArrayView info, const std::function<void(QByteArrayView name, QByteArrayView value)> &take);
/// Returns one field of an INFO reply; empty if missing.
QByteArray infoField(QByteArrayView info, QByteArrayView name);

} // namespace plimsoll::redis

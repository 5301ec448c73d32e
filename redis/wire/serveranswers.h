// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>

/// TIME and INFO, which many ask for, read in one place.
namespace plimsoll::redis {

/// What TIME answered, Unix; nullopt when that is none.
std::optional<std::chrono::milliseconds> timeIn(const Reply &reply);

/// The fields of an answer to INFO, in its order.
void forEachInfoField(QByteArrayView info, const std::function<void(QByteArrayView name, QByteArrayView value)> &take);
/// One of them; empty when there is none of that name.
QByteArray infoField(QByteArrayView info, QByteArrayView name);

} // namespace plimsoll::redis

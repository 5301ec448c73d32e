// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QStringList>

#include <stop_token>

namespace plimsoll::redis {

/// Returns the password that a program prints on the first line of its output. The program runs without a shell, at
/// most a minute, once for all connections of the process: later calls return the same password, until it is forgotten.
/// An error never contains output of the program. Blocks; any thread.
Result<QByteArray> passwordBy(const QStringList &command, const std::stop_token &stop = {});

/// The server refused the password: unless it was replaced meanwhile, the next call runs the program again.
void forgetPassword(const QStringList &command, const QByteArray &refused);

} // namespace plimsoll::redis

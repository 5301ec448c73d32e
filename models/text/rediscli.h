// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace plimsoll::models {

/// Returns the command as a line for a POSIX shell that runs it by redis-cli on this server. Arguments may hold any
/// bytes. Never contains the password, which redis-cli takes from REDISCLI_AUTH.
QString redisCliLine(const redis::Endpoint &endpoint, const std::vector<QByteArray> &arguments);

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::redis {

/// Canonical path; resolves symbolic links. SQLite and the process locks use it, so that all names of a file share one
/// lock.
QString realPlace(const QString &path);
bool isSamePlace(const QString &a, const QString &b);
/// True if the path holds neither a file nor a link.
bool isFree(const QString &path);

/// Makes `path` a link to `former`, also for processes that have it open or are about to create it.
Outcome leadTo(const QString &former, const QString &path);

} // namespace plimsoll::redis

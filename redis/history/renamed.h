// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::redis {

/// A workspace has another name: its history and alerts go on at `path` as well as at `former`, also for a process that
/// knows the name before. Refused where there is a history of the new name: nothing is done then, and both stay. Asked
/// twice it is done once. Waits for the disk.
Outcome takeAlong(const QString &former, const QString &path);

} // namespace plimsoll::redis

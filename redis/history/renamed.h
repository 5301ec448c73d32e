// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::redis {

/// Continues the history and alerts at `former` under `path` after a workspace was renamed; processes that use the old
/// name see the same files. Refused, without any change, if `path` already has its own history. Idempotent. Blocks on
/// the disk.
Outcome takeAlong(const QString &former, const QString &path);

} // namespace plimsoll::redis

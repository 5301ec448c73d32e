// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::redis {

/// Where the file really is whose place may be a link to that of another name. SQLite and the locks between processes
/// go by this one, so that whoever comes by either name means the same file.
QString realPlace(const QString &path);
bool isSamePlace(const QString &a, const QString &b);
/// Neither a file nor a link.
bool isFree(const QString &path);

/// From now on both places are the former: also for who has it open, or is going to make it.
Outcome leadTo(const QString &former, const QString &path);

} // namespace plimsoll::redis

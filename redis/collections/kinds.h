// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <span>

namespace plimsoll::redis {

/// Every kind of collection there is, in the order of patterns.md and of the navigation.
std::span<const KindInfo *const> kindInfos();
/// Null when there is no kind of that name.
const KindInfo *findKind(QStringView id);

} // namespace plimsoll::redis

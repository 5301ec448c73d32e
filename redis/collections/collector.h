// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

namespace plimsoll::redis {

/// One kind of collection: what it is made of, and later how it is read. Each lives in a file of its own and has one
/// line in kinds.cpp.
struct Kind {
    const KindInfo *info = nullptr;
};

} // namespace plimsoll::redis

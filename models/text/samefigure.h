// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll::models {

/// True if both values display alike; two unknown values are equal.
[[nodiscard]] inline bool isSameFigure(double a, double b)
{
    return a == b || (!isKnown(a) && !isKnown(b));
}

} // namespace plimsoll::models

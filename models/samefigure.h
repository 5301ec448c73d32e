// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll::models {

/// Whether a reader sees no difference: two that are not known are the same.
[[nodiscard]] inline bool isSameFigure(double a, double b)
{
    return a == b || (!isKnown(a) && !isKnown(b));
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"

#include <algorithm>

namespace plimsoll {

/// When it began: the first moment beyond the limit, which `for` puts before the one at which it was raised. Of one
/// whose steps were not kept, or not asked for, that is not known: when it was raised.
inline std::chrono::milliseconds beganAt(const Alert &alert)
{
    const bool isWhole = !alert.steps.empty() && alert.steps.front().time == alert.raised;
    return isWhole ? std::min(alert.steps.front().since, alert.raised) : alert.raised;
}

/// From its beginning until it was over.
inline std::chrono::milliseconds lasted(const Alert &alert, std::chrono::milliseconds now)
{
    return alert.cleared.value_or(now) - beganAt(alert);
}

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"

#include <algorithm>

namespace plimsoll {

/// Returns when the alert began: the first moment beyond the limit, which `for` places before it was raised. If its
/// steps were not stored or not loaded, returns when it was raised.
inline std::chrono::milliseconds beganAt(const Alert &alert)
{
    const bool isWhole = !alert.steps.empty() && alert.steps.front().time == alert.raised;
    return isWhole ? std::min(alert.steps.front().since, alert.raised) : alert.raised;
}

/// Returns the duration of the alert, until it was cleared or until `now`.
inline std::chrono::milliseconds lasted(const Alert &alert, std::chrono::milliseconds now)
{
    return alert.cleared.value_or(now) - beganAt(alert);
}

} // namespace plimsoll

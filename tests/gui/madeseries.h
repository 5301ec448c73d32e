// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"

namespace plimsoll::testing {

inline constexpr std::chrono::milliseconds now{1'795'000'000'000};

/// One point a second up to now; values by `value(i)`, NaN where it gives NaN.
template <typename Value> models::Series seriesOf(int count, Value value)
{
    models::Series series;
    for (int i = 0; i < count; ++i) {
        const double at = value(i);
        series.points.push_back({now - std::chrono::seconds(count - 1 - i), at, at, at});
    }
    return series;
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"

namespace plimsoll::redis {

/// Aggregates points of one collection into steps with lowest, mean and highest value. The mean is weighted by the
/// duration of the points.
class RollUp final {
public:
    /// Ignores points before `from`, and from `to` on.
    RollUp(std::chrono::milliseconds width, std::chrono::milliseconds from, std::chrono::milliseconds to)
        : m_width(width), m_from(from), m_to(to)
    {
    }

    /// The order does not matter.
    void add(const HistoryColumns &columns);
    /// Returns the steps in time order; unknown figures are NaN.
    [[nodiscard]] HistoryColumns take();

private:
    struct Sum {
        double low, high, sum;
        double weight;
        bool atLeast;
    };
    struct Step {
        std::chrono::milliseconds begin;
        std::vector<Sum> figures;
    };
    Step &stepAt(std::chrono::milliseconds begin);

    std::chrono::milliseconds m_width, m_from, m_to;
    std::vector<Step> m_steps; ///< sorted by time
    std::size_t m_figures = 0;
};

/// Returns the beginning of the step that contains `time`.
constexpr std::chrono::milliseconds stepBegin(std::chrono::milliseconds time, std::chrono::milliseconds width)
{
    const auto over = time % width;
    return time - (over.count() < 0 ? over + width : over);
}

} // namespace plimsoll::redis

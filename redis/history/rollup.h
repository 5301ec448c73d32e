// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"

namespace plimsoll::redis {

/// Gathers points of one collection into steps: lowest, mean, highest of what lies in each. The mean is that of the
/// points' means, each for as long as it stands for.
class RollUp final {
public:
    /// Points before `from` and from `to` on are left out.
    RollUp(std::chrono::milliseconds width, std::chrono::milliseconds from, std::chrono::milliseconds to)
        : m_width(width), m_from(from), m_to(to)
    {
    }

    /// In order of time, or not.
    void add(const HistoryColumns &columns);
    /// In order of time; a figure that is in no column is not known.
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
    std::vector<Step> m_steps; ///< in order of time
    std::size_t m_figures = 0;
};

/// The beginning of the step that holds a time.
constexpr std::chrono::milliseconds stepBegin(std::chrono::milliseconds time, std::chrono::milliseconds width)
{
    const auto over = time % width;
    return time - (over.count() < 0 ? over + width : over);
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/rollup.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll::redis {

RollUp::Step &RollUp::stepAt(std::chrono::milliseconds begin)
{
    if (m_steps.empty() || m_steps.back().begin < begin) {
        m_steps.push_back({begin, {}});
        return m_steps.back();
    }
    const auto found = std::lower_bound(m_steps.begin(), m_steps.end(), begin,
                                        [](const Step &step, std::chrono::milliseconds at) { return step.begin < at; });
    return found->begin == begin ? *found : *m_steps.insert(found, {begin, {}});
}

void RollUp::add(const HistoryColumns &columns)
{
    m_figures = std::max(m_figures, columns.figures.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::chrono::milliseconds time = columns.times[i];
        if (time < m_from || time >= m_to) {
            continue;
        }
        Step &step = stepAt(stepBegin(time, m_width));
        if (step.figures.size() < columns.figures.size()) {
            step.figures.resize(columns.figures.size(), {0, 0, 0, 0, false});
        }
        for (std::size_t figure = 0; figure < columns.figures.size(); ++figure) {
            const HistoryBand &band = columns.figures[figure];
            const double low = band.low[i];
            if (std::isnan(low)) {
                continue;
            }
            const double high = band.high.empty() ? low : band.high[i];
            const double mean = band.mean.empty() ? low : band.mean[i];
            Sum &sum = step.figures[figure];
            const double weight = columns.seconds.empty() ? 1 : columns.seconds[i];
            sum.low = sum.weight > 0 ? std::min(sum.low, low) : low;
            sum.high = sum.weight > 0 ? std::max(sum.high, high) : high;
            sum.sum += mean * weight;
            sum.weight += weight;
            sum.atLeast = sum.atLeast || (!band.atLeast.empty() && band.atLeast[i] != 0);
        }
    }
}

HistoryColumns RollUp::take()
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    HistoryColumns columns;
    columns.figures.resize(m_figures);
    for (HistoryBand &band : columns.figures) {
        for (std::vector<double> *values : {&band.low, &band.mean, &band.high}) {
            values->assign(m_steps.size(), unknown);
        }
    }
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        columns.times.push_back(m_steps[i].begin);
        for (std::size_t figure = 0; figure < m_steps[i].figures.size(); ++figure) {
            const Sum &sum = m_steps[i].figures[figure];
            if (sum.weight > 0) {
                HistoryBand &band = columns.figures[figure];
                band.low[i] = sum.low;
                band.high[i] = sum.high;
                // For very large values the sum is rounded, or infinite.
                band.mean[i] = std::clamp(sum.low == sum.high ? sum.low : sum.sum / sum.weight, sum.low, sum.high);
                if (std::isnan(band.mean[i])) {
                    band.mean[i] = sum.low;
                }
                if (sum.atLeast) {
                    band.atLeast.resize(m_steps.size());
                    band.atLeast[i] = 1;
                }
            }
        }
    }
    m_steps.clear();
    return columns;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/pace.h"

#include "redis/types/rate.h"

#include <utility>

namespace plimsoll {

using std::chrono::milliseconds;

void CounterPace::keep(const Step &step)
{
    constexpr std::chrono::seconds enough{5};
    if (!m_steps.empty() && m_steps.back().seen < enough) {
        Step &last = m_steps.back();
        last = {step.at, last.seen + step.seen, last.count + step.count};
    } else {
        m_steps.push_back(step);
    }
}

void CounterPace::look(milliseconds at, double counter)
{
    const bool isAnew =
        !isKnown(counter) || (m_last && (at < m_last->at || at - m_last->at > rateWindow || counter < m_last->counter));
    if (isAnew) {
        restart();
    }
    if (!isKnown(counter)) {
        return;
    }
    const std::optional<Look> last = std::exchange(m_last, Look{at, counter});
    if (m_newest) {
        keep(*std::exchange(m_newest, std::nullopt));
    }
    if (last && !std::exchange(m_leavesOut, false)) {
        m_newest = Step{at, at - last->at, counter - last->counter};
    }
    while (!m_steps.empty() && at - m_steps.front().at >= rateWindow) {
        m_steps.pop_front();
    }
}

void CounterPace::leaveOut()
{
    m_newest.reset();
    m_leavesOut = true;
}

double CounterPace::perMinute() const
{
    Step sum = m_newest.value_or(Step());
    for (const Step &step : m_steps) {
        sum.seen += step.seen;
        sum.count += step.count;
    }
    const std::chrono::duration<double, std::ratio<60>> minutes = sum.seen;
    return sum.seen >= rateLeast ? sum.count / minutes.count() : unknownFigure;
}

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/restingrows.h"

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::milliseconds;

void RestingRows::start(std::size_t rows)
{
    if (rows == 0) {
        *this = RestingRows();
        return;
    }
    m_until.assign(rows, Collector::always);
    m_finishedIn.assign(rows, m_tick - 1);
    m_running.assign(rows, {});
}

void RestingRows::noteFinished(std::size_t row, const Rest &rest, int firstFigure)
{
    m_until[row] = rest.until();
    m_finishedIn[row] = m_tick;
    RunningOfRow &running = m_running[row];
    for (std::size_t i = 0; i < running.size(); ++i) {
        const bool isOne = i < rest.running().size();
        running[i] = isOne
            ? Running{firstFigure + rest.running()[i].figure, rest.running()[i].isUntil, rest.running()[i].mark}
            : Running();
    }
}

void RestingRows::wake(std::size_t row)
{
    if (isOn()) {
        m_until[row] = Collector::always;
    }
}

void RestingRows::wakeAll()
{
    std::fill(m_until.begin(), m_until.end(), Collector::always);
}

void RestingRows::showTime(std::vector<double> &figures, milliseconds now) const
{
    for (const RunningOfRow &running : m_running) {
        for (const Running &one : running) {
            if (one.place >= 0) {
                figures[static_cast<std::size_t>(one.place)] =
                    static_cast<double>((one.isUntil ? one.mark - now : now - one.mark).count());
            }
        }
    }
}

TicksPassed RestingRows::passed(std::size_t row) const
{
    return {static_cast<int>(m_tick - m_finishedIn[row]) - 1, m_tickedAt};
}

void RestingRows::endTick(milliseconds now)
{
    ++m_tick;
    m_tickedAt = now;
}

} // namespace plimsoll::redis

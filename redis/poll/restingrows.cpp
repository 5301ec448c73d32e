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
    m_running = {};
}

void RestingRows::noteFinished(std::size_t row, const Rest &rest, int firstFigure)
{
    m_until[row] = rest.until();
    m_finishedIn[row] = m_tick;
    for (std::size_t i = 0; i < m_running.size(); ++i) {
        const bool isThere = i < rest.running().size();
        if (isThere && m_running.at(i).empty()) {
            m_running.at(i).resize(m_until.size());
        }
        if (!m_running.at(i).empty()) {
            m_running.at(i)[row] = isThere
                ? Running{rest.running()[i].mark, firstFigure + rest.running()[i].figure, rest.running()[i].isUntil}
                : Running();
        }
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

std::vector<double> RestingRows::figuresAt(const std::vector<double> &before, milliseconds now) const
{
    constexpr std::size_t block = 2'048; // 16 KiB: still in the cache when the running ones are set
    std::vector<double> figures;
    figures.reserve(before.size());
    std::array<std::size_t, Rest::mostRunning> next{};
    while (figures.size() < before.size()) {
        const auto from = before.begin() + std::ssize(figures);
        figures.insert(figures.end(), from, from + std::min(before.end() - from, std::ptrdiff_t(block)));
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            const std::vector<Running> &all = m_running.at(i); // in the order of the figures
            for (std::size_t &at = next.at(i); at < all.size() && all[at].place < std::ssize(figures); ++at) {
                const Running &one = all[at];
                if (one.place >= 0) {
                    figures[static_cast<std::size_t>(one.place)] =
                        static_cast<double>((one.isUntil ? one.mark - now : now - one.mark).count());
                }
            }
        }
    }
    return figures;
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

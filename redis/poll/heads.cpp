// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/heads.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

namespace {

/// Keys that it was read from may expire, which is told late.
constexpr std::chrono::milliseconds longestStill{60'000};

} // namespace

std::vector<std::size_t> chooseHeads(std::span<const HeadState> heads, const std::set<std::size_t> &shown,
                                     const HeadMoment &moment, const HeadPace &pace, std::size_t &cursor)
{
    std::vector<std::size_t> chosen;
    int spent = 0;
    for (const std::size_t row : shown) {
        if (row < heads.size() && heads[row].cost > 0) {
            chosen.push_back(row);
            spent += heads[row].cost;
        }
    }
    std::optional<double> budget; // the sum is rarely needed where most heads are still
    const auto isOver = [&](int cost) {
        if (pace.budget <= 0 || cost <= pace.budget) {
            return false;
        }
        if (!budget) {
            const double all = std::accumulate(heads.begin(), heads.end(), 0.0,
                                               [](double sum, const HeadState &head) { return sum + head.cost; });
            budget = std::ceil(all * std::min(pace.share, 1.0));
        }
        return cost > *budget;
    };
    // Nearly all of 100,000 are not due: that is told by their state alone, one after the other in memory.
    const auto busyBefore = moment.now - pace.interval;
    const auto stillBefore = moment.now - std::max(pace.interval, longestStill);
    const auto isDue = [&](const HeadState &head) {
        return head.cost != 0
            && (!head.readAt || head.wantedFrom <= moment.serverNow
                || *head.readAt <= (head.isStill() ? stillBefore : busyBefore));
    };
    const auto start = static_cast<std::ptrdiff_t>(cursor < heads.size() ? cursor : 0);
    bool any = false;
    for (const auto &[from, to] :
         {std::pair(heads.begin() + start, heads.end()), std::pair(heads.begin(), heads.begin() + start)}) {
        for (auto head = std::find_if(from, to, isDue); head != to; head = std::find_if(std::next(head), to, isDue)) {
            const auto row = static_cast<std::size_t>(head - heads.begin());
            if (shown.contains(row)) {
                continue;
            }
            if (any && isOver(spent + head->cost)) {
                return chosen; // it is first in the next tick
            }
            any = true;
            spent += head->cost;
            chosen.push_back(row);
            cursor = (row + 1) % heads.size();
        }
    }
    return chosen;
}

void HeadTurns::edit(const std::vector<std::optional<std::size_t>> &origins)
{
    const std::vector<HeadState> before = std::exchange(m_heads, std::vector<HeadState>(origins.size()));
    for (std::size_t row = 0; row < origins.size(); ++row) {
        if (origins[row]) {
            m_heads[row] = before[*origins[row]];
        }
    }
}

std::vector<std::size_t> HeadTurns::choose(std::set<std::size_t> also, const HeadMoment &moment,
                                           std::chrono::milliseconds interval, int budget)
{
    if (m_pausedUntil && moment.now < *m_pausedUntil) {
        return {};
    }
    const std::chrono::duration<double, std::milli> since = moment.now - m_chosenAt.value_or(moment.now);
    m_chosenAt = moment.now;
    also.insert(m_shown.begin(), m_shown.end());
    std::vector<std::size_t> rows = chooseHeads(m_heads, also, moment, {interval, budget, since / interval}, m_cursor);
    std::sort(rows.begin(), rows.end());
    return rows;
}

void HeadTurns::noteRead(std::size_t row, bool isTold)
{
    m_heads[row].readAt = std::chrono::steady_clock::now();
    m_heads[row].sameReads = isTold ? m_heads[row].sameReads + 1 : 0;
}

} // namespace plimsoll::redis

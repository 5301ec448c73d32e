// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/searchturns.h"

#include "redis/poll/pollplan.h"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <mutex>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

namespace {

/// Longest wait of a tick for searches, however distant the server. Thorough searches wait longer: no receiver waits
/// for their next tick.
constexpr milliseconds longestInTick{100};
constexpr milliseconds longestThorough{3'000};

void sleepFor(microseconds time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    static_cast<void>(never.wait_for(lock, stop, time, [] { return false; }));
}

} // namespace

void SearchTurns::findRows()
{
    m_searching.clear();
    m_rows.clear();
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        const Collector &collector = m_plan.collector(row);
        if (collector.searches()) {
            m_searching.push_back(row);
        }
        if (collector.searches() || collector.health() != nullptr) {
            m_rows.push_back(row);
        }
    }
}

void SearchTurns::restart()
{
    for (const std::size_t row : m_rows) {
        m_plan.collector(row).restartSearch();
    }
}

void SearchTurns::doubtFound()
{
    for (const std::size_t row : m_searching) {
        m_plan.collector(row).doubtFound();
    }
}

/// Returns the rows whose searches find some of the keys.
std::vector<std::size_t> SearchTurns::rowsWith(const std::set<QByteArray> &touched, milliseconds now)
{
    std::vector<std::size_t> rows;
    std::copy_if(m_searching.begin(), m_searching.end(), std::back_inserter(rows), [&](std::size_t row) {
        return !touched.empty() && m_plan.collector(row).noteOwnChanges(touched, now);
    });
    return rows;
}

std::optional<Error> SearchTurns::run(const Server &server, const std::set<QByteArray> &touched, bool isThorough,
                                      const Exchange &exchange, const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    const std::vector<std::size_t> first = rowsWith(touched, server.front().clock().at(start));
    auto nextFirst = first.begin();
    Pipeline pipeline;
    std::vector<Reply> replies;
    for (std::size_t idle = 0; idle < m_rows.size() && !stop.stop_requested();) {
        const Steady::time_point before = Steady::now();
        const bool isFirst = nextFirst != first.end();
        const microseconds wait = isFirst ? microseconds(0) : m_share.wait(before);
        if (before - start >= (isThorough ? longestThorough : longestInTick) || (wait.count() > 0 && !isThorough)) {
            break;
        }
        if (wait.count() > 0) {
            sleepFor(wait, stop);
            continue;
        }
        m_last = isFirst ? m_last : (m_last + 1) % m_rows.size();
        Collector &collector = m_plan.collector(isFirst ? *nextFirst++ : m_rows[m_last]);
        const milliseconds now = server.front().clock().at(before);
        pipeline.clear();
        if (!collector.appendSearch(pipeline, now)) {
            ++idle;
            continue;
        }
        idle = 0;
        const Steady::time_point sent = Steady::now();
        if (auto failure = exchange(pipeline, replies)) {
            return failure;
        }
        const auto took = std::chrono::duration_cast<microseconds>(Steady::now() - sent);
        const microseconds work = m_share.spend(took, server.front().roundTrip());
        const bool isNodes =
            std::any_of(replies.begin(), replies.end(), [](const Reply &reply) { return reply.concernsNode(); });
        if (isNodes && server.nodes().size() == 1) {
            break; // the error is about the server, not about keys; the tick reports it
        }
        ReplyCursor own(replies);
        collector.readSearch(own, now, work);
    }
    return std::nullopt;
}

} // namespace plimsoll::redis

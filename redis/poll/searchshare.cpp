// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/searchshare.h"

#include "redis/poll/pollsession.h"

#include <algorithm>
#include <condition_variable>
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
constexpr microseconds leastWork{10}; ///< minimum charge for a step

void sleepFor(microseconds time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    static_cast<void>(never.wait_for(lock, stop, time, [] { return false; }));
}

} // namespace

microseconds SearchShare::wait(Clock::time_point now)
{
    if (m_at) {
        m_left += std::chrono::duration_cast<microseconds>(now - *m_at) / oneIn;
    }
    m_at = now;
    m_left = std::min(m_left, burst);
    return m_left.count() > 0 ? microseconds(0) : (leastWork - m_left) * oneIn;
}

microseconds SearchShare::spend(microseconds took, microseconds roundTrip)
{
    if (roundTrip != m_roundTrip) {
        m_roundTrip = roundTrip;
        m_estimate.setRoundTrip(roundTrip);
    }
    const microseconds work = std::max(m_estimate.of(took), leastWork);
    m_left -= work;
    return work;
}

void PollSession::findSearching()
{
    m_searching.clear();
    m_stepping.clear();
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        const Collector &collector = m_plan.collector(row);
        if (collector.searches()) {
            m_searching.push_back(row);
        }
        if (collector.searches() || collector.health() != nullptr) {
            m_stepping.push_back(row);
        }
    }
}

/// Runs one step of each collection in turn until all are idle or the share is used up.
PollSession::Failure PollSession::search(const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    const bool isThorough = m_options.headBudget == 0;
    std::vector<Reply> replies;
    for (std::size_t idle = 0; idle < m_stepping.size() && !stop.stop_requested();) {
        const Steady::time_point before = Steady::now();
        const microseconds wait = m_searchShare.wait(before);
        if (before - start >= (isThorough ? longestThorough : longestInTick) || (wait.count() > 0 && !isThorough)) {
            break;
        }
        if (wait.count() > 0) {
            sleepFor(wait, stop);
            continue;
        }
        m_nextSearch = (m_nextSearch + 1) % m_stepping.size();
        Collector &collector = m_plan.collector(m_stepping[m_nextSearch]);
        const milliseconds now = m_server->front().clock().at(before);
        m_pipeline.clear();
        if (!collector.appendSearch(m_pipeline, now)) {
            ++idle;
            continue;
        }
        idle = 0;
        const Steady::time_point sent = Steady::now();
        if (Failure failure = exchange(m_pipeline, replies, stop)) {
            return failure;
        }
        const auto took = std::chrono::duration_cast<microseconds>(Steady::now() - sent);
        const microseconds work = m_searchShare.spend(took, m_server->front().roundTrip());
        const bool isNodes =
            std::any_of(replies.begin(), replies.end(), [](const Reply &reply) { return reply.concernsNode(); });
        if (isNodes && m_server->nodes().size() == 1) {
            break; // the error is about the server, not about keys; the tick reports it
        }
        ReplyCursor own(replies);
        collector.readSearch(own, now, work);
    }
    return std::nullopt;
}

} // namespace plimsoll::redis

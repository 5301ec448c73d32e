// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pacing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds shortestBackoff{250};
constexpr milliseconds longestBackoff{30'000};
constexpr int shareOfInterval = 10; ///< a tick uses at most a tenth of the interval in server time

} // namespace

NextPoll nextAfterPoll(milliseconds interval, std::chrono::microseconds serverShare, std::chrono::microseconds pollTime)
{
    const auto bearable = std::chrono::ceil<milliseconds>(serverShare * shareOfInterval);
    const milliseconds period = std::max(interval, bearable);
    const milliseconds wait = period - std::chrono::floor<milliseconds>(pollTime);
    return {std::max(wait, milliseconds(0)), bearable > interval};
}

NextPoll PollPace::next(milliseconds interval, std::chrono::microseconds serverShare,
                        std::chrono::microseconds pollTime)
{
    const auto before = std::exchange(m_last, serverShare);
    return nextAfterPoll(interval, std::min(serverShare, before.value_or(serverShare)), pollTime);
}

milliseconds nextAfterFailure(int failures, double chance)
{
    const int doublings = std::clamp(failures - 1, 0, 16);
    const milliseconds whole = std::min(shortestBackoff * (1 << doublings), longestBackoff);
    const auto shortened = milliseconds(std::llround(static_cast<double>(whole.count()) * (1.0 - chance / 2)));
    return std::clamp(shortened, shortestBackoff, longestBackoff);
}

} // namespace plimsoll::redis

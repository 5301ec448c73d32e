// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

/// When to poll next. Functions of their arguments alone.
namespace plimsoll::redis {

struct NextPoll {
    std::chrono::milliseconds wait{}; ///< from the end of this poll
    bool widened = false; ///< because the server is slow
};

/// After a poll that worked: the interval, but at least ten times what the server worked for it, less the time the
/// poll itself took.
NextPoll nextAfterPoll(std::chrono::milliseconds interval, std::chrono::microseconds serverShare,
                       std::chrono::microseconds pollTime);

/// After the `failures`-th failure in a row: doubling from 0.25 s to 30 s. `chance` in [0, 1) takes up to half of it
/// off, so that a hundred dashboards do not come back in the same moment.
std::chrono::milliseconds nextAfterFailure(int failures, double chance);

} // namespace plimsoll::redis

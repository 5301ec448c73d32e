// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

/// Computes when to poll next.
namespace plimsoll::redis {

struct NextPoll {
    std::chrono::milliseconds wait{}; ///< counted from the end of this poll
    bool widened = false; ///< longer than the interval because the server is slow
};

/// After a successful poll: the interval, but at least ten times the server's work, minus the duration of the poll.
NextPoll nextAfterPoll(std::chrono::milliseconds interval, std::chrono::microseconds serverShare,
                       std::chrono::microseconds pollTime);

/// Paces the polls of one server. A server that stood still during one poll (SIGSTOP, CLIENT PAUSE) did not work: the
/// smaller share of the last two counts. A value.
class PollPace {
public:
    NextPoll next(std::chrono::milliseconds interval, std::chrono::microseconds serverShare,
                  std::chrono::microseconds pollTime);

private:
    std::optional<std::chrono::microseconds> m_last; ///< share of the poll before
};

/// After `failures` consecutive failures: exponential backoff from 0.25 s to 30 s. `chance` in [0, 1) subtracts up to
/// half of it, so that a hundred dashboards do not reconnect at the same moment.
std::chrono::milliseconds nextAfterFailure(int failures, double chance);

} // namespace plimsoll::redis

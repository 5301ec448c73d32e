// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace plimsoll::redis {

/// Estimates how long a server worked for small exchanges, from how long they took. A value.
class WorkEstimate {
public:
    using microseconds = std::chrono::microseconds;

    /// Limit of the estimate: no small exchange takes longer, but one may meet a server that stands still (SIGSTOP,
    /// CLIENT PAUSE, a lost node), which is no work.
    static constexpr microseconds most{40'000};

    /// Sets the duration of a small command. Faster exchanges correct one that was measured on a busy server.
    void setRoundTrip(microseconds duration) { m_fastest = duration; }
    /// Returns the work of an exchange that took `took`. `between`: the time between TIME before and after it, if
    /// known.
    microseconds of(microseconds took, std::optional<microseconds> between = {})
    {
        m_fastest = std::min(m_fastest, took);
        return std::min(took - m_fastest, between.value_or(most));
    }

private:
    microseconds m_fastest{}; ///< upper bound of the round trip
};

} // namespace plimsoll::redis

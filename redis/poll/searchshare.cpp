// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/searchshare.h"

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::microseconds;

namespace {

constexpr microseconds leastWork{10}; ///< minimum charge for a step

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

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"

#include <QTimeZone>

#include <vector>

namespace plimsoll::models {

/// Subtracts local days. If the clock skipped the result, returns a time close to it.
std::chrono::milliseconds daysEarlier(std::chrono::milliseconds time, int days);

/// Shifts timestamps by whole local days, across daylight-saving changes. Repeated local times appear twice; skipped
/// ones are left out.
class WallClock {
public:
    /// Prepares the shift of a range of time.
    WallClock(std::chrono::milliseconds from, std::chrono::milliseconds to, int days,
              const QTimeZone &zone = QTimeZone::systemTimeZone());

    /// Shifts points with interval `width`, oldest first.
    [[nodiscard]] std::vector<Series::Point> moved(const std::vector<Series::Point> &points,
                                                   std::chrono::milliseconds width) const;

private:
    struct Offset {
        std::chrono::milliseconds since{};
        std::chrono::milliseconds length{}; ///< offset from UTC
    };
    [[nodiscard]] std::chrono::milliseconds offset(std::chrono::milliseconds time) const;
    [[nodiscard]] bool isSaidAgain(std::chrono::milliseconds time) const;
    [[nodiscard]] std::vector<std::chrono::milliseconds> later(std::chrono::milliseconds time) const;

    std::chrono::milliseconds m_days;
    std::vector<Offset> m_offsets; ///< oldest first; the first also covers all earlier time
};

} // namespace plimsoll::models

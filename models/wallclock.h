// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"

#include <QTimeZone>

#include <vector>

namespace plimsoll::models {

/// The same time of the clock on the wall so many days earlier; where it was set forward over it, close to it.
std::chrono::milliseconds daysEarlier(std::chrono::milliseconds time, int days);

/// Moves what was some days ago to the times at which the clock on the wall says the same. What it says twice, when it
/// is set back, is told twice; what it skips is left out.
class WallClock {
public:
    /// For a stretch of time that is to be moved.
    WallClock(std::chrono::milliseconds from, std::chrono::milliseconds to, int days,
              const QTimeZone &zone = QTimeZone::systemTimeZone());

    /// Points that are `width` apart, oldest first.
    [[nodiscard]] std::vector<Series::Point> moved(const std::vector<Series::Point> &points,
                                                   std::chrono::milliseconds width) const;

private:
    struct Offset {
        std::chrono::milliseconds since{};
        std::chrono::milliseconds length{}; ///< from UTC
    };
    [[nodiscard]] std::chrono::milliseconds offset(std::chrono::milliseconds time) const;
    [[nodiscard]] bool isSaidAgain(std::chrono::milliseconds time) const;
    [[nodiscard]] std::vector<std::chrono::milliseconds> later(std::chrono::milliseconds time) const;

    std::chrono::milliseconds m_days;
    std::vector<Offset> m_offsets; ///< oldest first; the first is for all before it
};

} // namespace plimsoll::models

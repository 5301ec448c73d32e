// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/types/workspace.h"

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// Recorded values of a collection on the last day, from which limits are proposed.
struct RecordedDay {
    struct Figure {
        QString id;
        double usual = 0; ///< 99th percentile over time
        double most = 0;
    };
    std::chrono::milliseconds recorded{}; ///< recorded time of the day; 0: less than leastOfDay
    std::vector<Figure> figures; ///< figures known for at least an hour

    [[nodiscard]] bool isThere() const { return recorded.count() > 0; }
    /// Null if unknown.
    [[nodiscard]] const Figure *figure(QStringView id) const;
};

/// Minimum recorded time of a day.
inline constexpr std::chrono::hours leastOfDay{20};

/// Polled figures of one collection in the order of time: maximum and duration.
struct DayOfFigures {
    QStringList figures;
    std::vector<std::chrono::milliseconds> lasted; ///< duration of each row
    std::vector<std::vector<double>> high; ///< maximum by figure and row; NaN: unknown
};
RecordedDay recordedDay(const DayOfFigures &day);

struct ProposedLimit {
    double warning = 0, critical = 0;
};

/// Proposes twice the usual value, rounded, but at least a tenth of the default proposal (`begin`), and keeps the ratio
/// of its two levels. nullopt: no limit is useful.
std::optional<ProposedLimit> proposedFrom(const RecordedDay::Figure &day, const FigureSpec &figure,
                                          ProposedLimit begin);

/// True if no proposal is needed: the limit is above the usual value and less than ten times the proposal; or it is off
/// or a lower limit; or any value is a problem and there was none.
bool fits(const std::optional<Limit> &limit, const RecordedDay::Figure &day, const FigureSpec &figure,
          ProposedLimit proposed);

} // namespace plimsoll::models

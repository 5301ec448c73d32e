// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/recordedday.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr double usually = 0.99; ///< fraction of the time
constexpr double room = 2; ///< proposed limit relative to the usual value
constexpr double nearest = 10; ///< divisor of the default proposal: the minimum
constexpr double furthest = 10; ///< factor of the proposal from which a limit is useless
constexpr std::chrono::hours leastKnown{1};

/// Rounds up to a number that a user would choose.
double rounded(double value, Unit unit)
{
    if (unit == Unit::Duration) {
        static constexpr std::array roundSeconds{1,    2,    5,    10,    15,    20,    30,    45,
                                                 60,   120,  180,  300,   600,   900,   1200,  1800,
                                                 2700, 3600, 7200, 10800, 14400, 21600, 28800, 43200};
        for (const int each : roundSeconds) {
            if (value <= each * 1000.0) {
                return each * 1000.0;
            }
        }
        constexpr double day = 86'400'000;
        return std::ceil(value / day) * day;
    }
    static constexpr std::array steps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
    const double magnitude = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : steps) {
        // Computes each step in one way, so that equal steps are equal numbers.
        const double candidate = magnitude >= 1 ? step * magnitude : step / std::round(1 / magnitude);
        if (value <= candidate * (1 + 1e-9)
            && (unit != Unit::Count || candidate < 1 || candidate == std::ceil(candidate))) {
            return candidate;
        }
    }
    return magnitude * 10;
}

} // namespace

const RecordedDay::Figure *RecordedDay::figure(QStringView id) const
{
    const auto found = std::find_if(figures.begin(), figures.end(), [id](const Figure &each) { return each.id == id; });
    return found == figures.end() ? nullptr : &*found;
}

RecordedDay recordedDay(const DayOfFigures &day)
{
    RecordedDay recorded;
    std::vector<char> isKnown(day.lasted.size(), 0);
    for (std::size_t figure = 0; figure < day.high.size(); ++figure) {
        std::vector<std::pair<double, milliseconds>> known;
        milliseconds all{};
        for (std::size_t row = 0; row < day.lasted.size(); ++row) {
            const double high = day.high[figure][row];
            if (!std::isnan(high)) {
                known.emplace_back(high, day.lasted[row]);
                all += day.lasted[row];
                isKnown[row] = 1;
            }
        }
        if (all < leastKnown) {
            continue;
        }
        std::sort(known.begin(), known.end());
        milliseconds below{};
        double usual = known.back().first;
        for (const auto &[value, lasted] : known) {
            below += lasted;
            if (double(below.count()) >= usually * double(all.count())) {
                usual = value;
                break;
            }
        }
        recorded.figures.push_back({day.figures[static_cast<qsizetype>(figure)], usual, known.back().first});
    }
    for (std::size_t row = 0; row < day.lasted.size(); ++row) {
        recorded.recorded += isKnown[row] != 0 ? day.lasted[row] : milliseconds(0);
    }
    return recorded.recorded < leastOfDay ? RecordedDay() : recorded;
}

std::optional<ProposedLimit> proposedFrom(const RecordedDay::Figure &day, const FigureSpec &figure, ProposedLimit begin)
{
    const bool isShare = begin.critical <= 1;
    const double closest = begin.warning > nearest ? begin.warning / nearest : begin.warning;
    ProposedLimit proposed;
    proposed.warning = rounded(std::max(day.usual * room, closest), figure.unit);
    proposed.critical = rounded(proposed.warning * begin.critical / begin.warning, figure.unit);
    if (!std::isfinite(proposed.critical)) {
        return std::nullopt;
    }
    if (isShare) {
        if (proposed.warning >= 1) {
            return std::nullopt; // usually nearly all of them are
        }
        proposed.critical = std::min(proposed.critical, 1.0);
    }
    return proposed;
}

bool fits(const std::optional<Limit> &limit, const RecordedDay::Figure &day, const FigureSpec &figure,
          ProposedLimit proposed)
{
    if (limit && (limit->isOff() || limit->below)) {
        return true;
    }
    if (!limit || !limit->hasLevel()) {
        return (figure.means == Means::Trouble || figure.means == Means::Lost) && day.usual <= 0;
    }
    const double least = limit->warning ? *limit->warning : *limit->critical;
    return least > day.usual && least <= furthest * proposed.warning;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/wallclock.h"

#include <QDateTime>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

/// Maximum change of a local clock.
constexpr std::chrono::hours furthestSet{3};

} // namespace

milliseconds daysEarlier(milliseconds time, int days)
{
    return milliseconds(QDateTime::fromMSecsSinceEpoch(time.count()).addDays(-days).toMSecsSinceEpoch());
}

WallClock::WallClock(milliseconds from, milliseconds to, int days, const QTimeZone &zone)
    : m_days(std::chrono::hours(24) * days)
{
    const auto at = [](milliseconds time) { return QDateTime::fromMSecsSinceEpoch(time.count(), Qt::UTC); };
    const milliseconds begin = from - 2 * furthestSet;
    const auto seconds = [](int length) { return milliseconds(std::chrono::seconds(length)); };
    m_offsets.push_back({begin, seconds(zone.isValid() ? zone.offsetFromUtc(at(begin)) : 0)});
    if (zone.isValid() && zone.hasTransitions()) {
        for (const auto &turn : zone.transitions(at(begin), at(to + m_days + 2 * furthestSet))) {
            m_offsets.push_back({milliseconds(turn.atUtc.toMSecsSinceEpoch()), seconds(turn.offsetFromUtc)});
        }
    }
}

milliseconds WallClock::offset(milliseconds time) const
{
    const auto after = std::upper_bound(m_offsets.begin(), m_offsets.end(), time,
                                        [](milliseconds wanted, const Offset &one) { return wanted < one.since; });
    return after == m_offsets.begin() ? m_offsets.front().length : std::prev(after)->length;
}

/// True if the clock was set back and already showed this local time.
bool WallClock::isSaidAgain(milliseconds time) const
{
    const milliseconds before = time + offset(time) - offset(time - furthestSet);
    return before < time && offset(before) == offset(time - furthestSet);
}

std::vector<milliseconds> WallClock::later(milliseconds time) const
{
    std::vector<milliseconds> times;
    if (isSaidAgain(time)) {
        return times;
    }
    const milliseconds said = time + offset(time) + m_days;
    for (const milliseconds length : {offset(time + m_days - furthestSet), offset(time + m_days + furthestSet)}) {
        const milliseconds at = said - length;
        if (offset(at) == length && (times.empty() || times.back() != at)) {
            times.push_back(at);
        }
    }
    return times;
}

std::vector<Series::Point> WallClock::moved(const std::vector<Series::Point> &points, milliseconds width) const
{
    std::vector<Series::Point> all;
    all.reserve(points.size());
    for (const Series::Point &point : points) {
        for (const milliseconds time : later(point.time)) {
            all.push_back(point);
            all.back().time = time;
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.time < b.time; });
    // Local times that the clock skipped become a gap.
    std::vector<Series::Point> whole;
    whole.reserve(all.size());
    for (const Series::Point &point : all) {
        const bool follows = !whole.empty() && isKnown(whole.back().value) && isKnown(point.value);
        const auto apart = follows ? point.time - whole.back().time : milliseconds();
        if (m_offsets.size() > 1 && 2 * apart > 5 * std::max<milliseconds>(width, std::chrono::seconds(1))) {
            Series::Point gap;
            gap.time = whole.back().time + apart / 2;
            whole.push_back(gap);
        }
        whole.push_back(point);
    }
    return whole;
}

} // namespace plimsoll::models

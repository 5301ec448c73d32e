// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/past.h"

#include "models/history/wallclock.h"

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Maximum number of cached answers: the charts and cards of the overview, some pages and their comparisons.
constexpr std::size_t mostPastRead = 160;
constexpr std::size_t mostAsked = 6;
/// Missing data is requested again after this time.
constexpr seconds askPastAgain{30};

bool isKnownPoint(const Series::Point &point)
{
    return isKnown(point.value);
}

void addGap(Series &series, milliseconds time)
{
    Series::Point gap;
    gap.time = time;
    series.points.push_back(gap);
}

struct Stretch {
    milliseconds from{}, to{};
};

/// The range that a chart shows.
Stretch shownBy(const Reach &reach, milliseconds now)
{
    return reach.isLive() ? Stretch{now - spanLength(reach.span), now} : Stretch{reach.from, std::min(reach.to, now)};
}

/// The range of a comparison; not shorter, even if the clock is set back within it.
Stretch earlierOf(const Stretch &shown, const Reach &reach)
{
    const int daysBack = daysBefore(reach.comparison);
    const milliseconds from = daysEarlier(shown.from, daysBack);
    const milliseconds to = daysEarlier(shown.to, daysBack);
    const milliseconds length = shown.to - shown.from;
    return {std::min(from, to - length), std::max(to, from + length)};
}

} // namespace

bool Past::isAsked(const std::vector<PastQuestion::Of> &wanted, const Reach &reach, milliseconds now) const
{
    return std::any_of(m_asked.begin(), m_asked.end(), [&](const Asked &asked) {
        return asked.question.of == wanted && asked.question.reach == reach && now >= asked.at
            && now - asked.at < askPastAgain;
    });
}

const PastQuestion &Past::ask(PastQuestion question, milliseconds now)
{
    m_asked.push_front({std::move(question), now});
    m_asked.resize(std::min(m_asked.size(), mostAsked), {{{}, Span::QuarterHour, {}, {}, {}}, {}});
    return m_asked.front().question;
}

const Past::Read *Past::find(const QString &collection, const QString &kind, const Reach &reach) const
{
    const auto found = std::find_if(m_read.begin(), m_read.end(), [&](const Read &read) {
        return read.of.collection == collection && read.of.kind == kind && read.reach == reach;
    });
    if (found != m_read.end()) {
        return &*found;
    }
    if (reach.isLive()) { // until the longer range is read
        const auto less = std::find_if(m_read.begin(), m_read.end(), [&](const Read &read) {
            return read.of.collection == collection && read.of.kind == kind && read.reach.drawing(reach.drawn) == reach
                && read.reach.drawn != milliseconds::zero();
        });
        return less == m_read.end() ? nullptr : &*less;
    }
    // Until then, uses other data of that time.
    const auto other = std::find_if(m_read.begin(), m_read.end(), [&](const Read &read) {
        return read.of.collection == collection && read.of.kind == kind && read.reach.comparison == reach.comparison
            && (reach.comparison != Comparison::None || (read.from < reach.to && read.to > reach.from));
    });
    return other == m_read.end() ? nullptr : &*other;
}

std::optional<PastQuestion> Past::missing(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                                          milliseconds begins, milliseconds now)
{
    const Stretch shown = shownBy(reach, now);
    if (reach.isLive() && begins <= shown.from + spanLength(reach.span) / 50) {
        return std::nullopt; // entirely in memory
    }
    const bool isThere = std::all_of(wanted.begin(), wanted.end(), [&](const PastQuestion::Of &of) {
        const Read *read = find(of.collection, of.kind, reach);
        const milliseconds needed = reach.isLive() ? begins : shown.to;
        return read != nullptr && read->reach == reach && read->of == of && read->any
            && read->to + seconds(1) >= needed;
    });
    if (isThere || isAsked(wanted, reach, now)) {
        return std::nullopt;
    }
    return ask({wanted, reach, shown.from, shown.to, reach.drawn}, now);
}

std::optional<PastQuestion> Past::missingEarlier(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                                                 milliseconds now)
{
    if (reach.comparison == Comparison::None) {
        return std::nullopt;
    }
    const Stretch needed = earlierOf(shownBy(reach, now), reach);
    const bool isThere = std::all_of(wanted.begin(), wanted.end(), [&](const PastQuestion::Of &of) {
        const Read *read = find(of.collection, of.kind, reach);
        return read != nullptr && read->reach == reach && read->of == of && read->any && read->from <= needed.from
            && read->to >= needed.to;
    });
    if (isThere || isAsked(wanted, reach, now)) {
        return std::nullopt;
    }
    // Reads ahead, so that not every tick causes a read.
    const milliseconds ahead = reach.isLive() ? spanLength(reach.span) / 20 : milliseconds();
    const milliseconds to = std::max(needed.to, std::min(needed.to + ahead, now));
    const milliseconds drawn = reach.drawn == milliseconds() ? reach.drawn : reach.drawn + (to - needed.to);
    return ask({wanted, reach, needed.from, to, drawn}, now);
}

void Past::add(const PastQuestion &question, const PastAnswer &answer)
{
    for (std::size_t i = 0; i < question.of.size(); ++i) {
        const PastQuestion::Of &of = question.of[i];
        std::erase_if(m_read, [&](const Read &read) {
            return read.of.collection == of.collection && read.of.kind == of.kind && read.reach == question.reach;
        });
        Read read{of,          question.reach, question.from,
                  question.to, false,          i < answer.size() ? answer[i] : std::vector<PastSeries>()};
        if (question.reach.comparison != Comparison::None) {
            const int days = daysBefore(question.reach.comparison);
            const WallClock clock(question.from, question.to, days);
            for (PastSeries &one : read.figures) {
                one.series.points = clock.moved(one.series.points, one.width);
            }
        }
        read.any = std::any_of(read.figures.begin(), read.figures.end(),
                               [](const PastSeries &one) { return !one.series.points.empty(); });
        m_read.push_front(std::move(read));
    }
    m_read.resize(std::min(m_read.size(), mostPastRead), Read{{}, Span::QuarterHour, {}, {}, false, {}});
}

Series Past::joined(const QString &collection, const QString &kind, const QString &figure, const Reach &reach,
                    Series live) const
{
    const Read *read = find(collection, kind, reach);
    const auto at = read == nullptr ? -1 : read->of.figures.indexOf(figure);
    if (at < 0 || at >= std::ssize(read->figures)) {
        return live;
    }
    const PastSeries &past = read->figures[static_cast<std::size_t>(at)];
    const auto &points = past.series.points;
    auto begin = points.begin();
    auto end = points.end();
    auto from = live.points.begin();
    if (reach.isLive()) {
        // Memory has the newest values; its leading unknown values are skipped.
        from = std::find_if(live.points.begin(), live.points.end(), isKnownPoint);
        end = from == live.points.end()
            ? end
            : std::lower_bound(begin, end, from->time, [](const auto &a, auto time) { return a.time < time; });
        const milliseconds newest = live.points.empty() ? read->to : live.points.back().time;
        const milliseconds oldest = newest - spanLength(reach.span);
        begin = std::lower_bound(begin, end, oldest, [](const auto &a, auto time) { return a.time < time; });
    } else {
        const auto isBefore = [](const auto &point, milliseconds time) { return point.time < time; };
        begin = std::lower_bound(begin, end, reach.from, isBefore);
        end = std::lower_bound(begin, end, reach.to, isBefore);
        const milliseconds last = begin == end ? reach.from : (end - 1)->time;
        from = std::find_if(live.points.begin(), live.points.end(),
                            [last](const auto &point) { return point.time > last; });
    }
    Series all;
    all.points.assign(begin, end);
    if (begin != end && from != live.points.end() && isKnown(all.points.back().value)) {
        const milliseconds before = all.points.back().time;
        if (2 * (from->time - before) > 5 * std::max<milliseconds>(past.width, seconds(1))) {
            addGap(all, (before + from->time) / 2);
        }
    }
    all.points.insert(all.points.end(), from, live.points.end());
    return all;
}

std::optional<std::vector<Series::Point>> Past::earlier(const QString &collection, const QString &kind,
                                                        const QString &figure, const Reach &reach,
                                                        milliseconds now) const
{
    const Read *read = reach.comparison == Comparison::None ? nullptr : find(collection, kind, reach);
    if (read == nullptr) {
        return std::nullopt;
    }
    std::vector<Series::Point> points;
    const auto at = read->of.figures.indexOf(figure);
    if (at >= 0 && at < std::ssize(read->figures)) {
        const Stretch shown = shownBy(reach, now);
        const auto &all = read->figures[static_cast<std::size_t>(at)].series.points;
        std::copy_if(all.begin(), all.end(), std::back_inserter(points), [&shown](const Series::Point &point) {
            return point.time >= shown.from && point.time <= shown.to;
        });
    }
    const bool isAny = std::any_of(points.begin(), points.end(), isKnownPoint);
    if (!isAny && read->reach != reach) {
        return std::nullopt; // data of another range does not count
    }
    return isAny ? points : std::vector<Series::Point>();
}

std::optional<Reach> trendReach(const Moment &moment, int count)
{
    const milliseconds step = std::max(moment.step, milliseconds(moment.step.count() == 0 ? 0 : 1000));
    return step.count() == 0
        ? std::nullopt
        : std::optional(Reach(Span::QuarterHour, moment.time - count * step, moment.time + milliseconds(1)));
}

} // namespace plimsoll::models

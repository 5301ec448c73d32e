// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/rate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plimsoll {

using std::chrono::milliseconds;

namespace {

using Minutes = std::chrono::duration<double, std::ratio<60>>;

/// Periods up to now in which a turn is searched for.
constexpr std::array turns{std::chrono::seconds(15), std::chrono::seconds(30), std::chrono::seconds(60),
                           std::chrono::seconds(120), std::chrono::seconds(240)};
constexpr double noChance = 2;
constexpr double farther = 3.3; // factor over chance for a steady course
constexpr double leastJump = 10; // smaller changes are no jump
constexpr double standsOut = 4;
constexpr std::size_t newestSteps = 4; // later a turn or a jump has been found
/// More points are averaged before their slopes are compared, since the number of pairs is quadratic: a rate takes
/// about five microseconds.
constexpr std::size_t mostMeasured = 16;
constexpr std::size_t mostSteps = 128;
/// Polls within this time form one point.
constexpr std::chrono::seconds growthStep{5};

struct Point {
    double minutes = 0; ///< since the first point: small sums stay precise
    double count = 0;
    double weight = 0; ///< number of polls
};

/// Change from one point to the next.
struct Step {
    double minutes = 0;
    double change = 0;
};

double countOf(const CountsFrom &point)
{
    return point.sum / point.counts;
}

/// Averages neighbours, so that at most `most` points remain.
std::vector<Point> averaged(std::span<const Point> points, std::size_t most)
{
    const std::size_t each = (points.size() + most - 1) / most;
    std::vector<Point> all;
    all.reserve(most);
    // Starts with the newest, so that an incomplete group is the oldest.
    for (std::size_t end = points.size(); end > 0; end -= std::min(end, each)) {
        Point sum;
        for (const Point &point : points.subspan(end - std::min(end, each), std::min(end, each))) {
            sum.minutes += point.minutes * point.weight;
            sum.count += point.count * point.weight;
            sum.weight += point.weight;
        }
        all.push_back({sum.minutes / sum.weight, sum.count / sum.weight, sum.weight});
    }
    std::reverse(all.begin(), all.end());
    return all;
}

std::vector<Point> pointsFrom(std::span<const CountsFrom> counts)
{
    const milliseconds origin = counts.front().start;
    std::vector<Point> points;
    points.reserve(counts.size());
    for (const CountsFrom &one : counts) {
        const std::chrono::duration<double, std::milli> later(static_cast<double>(one.later) / one.counts);
        points.push_back({Minutes(one.start - origin + later).count(), countOf(one), static_cast<double>(one.counts)});
    }
    return points.size() > mostSteps ? averaged(points, mostSteps) : points;
}

double median(std::span<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Returns the median slope of all pairs of points.
double slope(std::span<const Point> points)
{
    std::array<Point, mostMeasured> few;
    std::size_t count = points.size();
    if (count > mostMeasured) {
        const std::vector<Point> all = averaged(points, mostMeasured);
        count = all.size();
        std::copy(all.begin(), all.end(), few.begin());
    } else {
        std::copy(points.begin(), points.end(), few.begin());
    }
    std::array<double, mostMeasured *(mostMeasured - 1) / 2> slopes;
    std::size_t known = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            const double minutes = few.at(j).minutes - few.at(i).minutes;
            if (minutes > 0) {
                slopes.at(known++) = (few.at(j).count - few.at(i).count) / minutes;
            }
        }
    }
    return known > 0 ? median(std::span(slopes).first(known)) : unknownFigure;
}

/// Returns the steps between points, minus the slope of a line.
std::vector<Step> stepsOf(std::span<const Point> points, double perMinute)
{
    std::vector<Step> steps;
    steps.reserve(points.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double minutes = points[i].minutes - points[i - 1].minutes;
        steps.push_back({minutes, points[i].count - points[i - 1].count - perMinute * minutes});
    }
    return steps;
}

/// The largest step, and its larger neighbour of the same sign: a change during an average shows in two steps.
struct Farthest {
    std::size_t first = 0, last = 0; ///< indices of steps
    double change = 0, minutes = 0;
    double inFirst = 0; ///< part of the change in `first`
};

bool isSmallerStep(const Step &a, const Step &b)
{
    return std::abs(a.change) < std::abs(b.change);
}

Farthest farthestOf(std::span<const Step> steps)
{
    const auto far = std::max_element(steps.begin(), steps.end(), isSmallerStep);
    const auto at = static_cast<std::size_t>(far - steps.begin());
    Farthest found{at, at, far->change, far->minutes};
    const auto shareOf = [&](std::size_t other) {
        return other < steps.size() && steps[other].change * far->change > 0 ? std::abs(steps[other].change) : 0;
    };
    const std::size_t beside = shareOf(at + 1) >= shareOf(at - 1) ? at + 1 : at - 1; // wraps for 0: shareOf() returns 0
    if (shareOf(beside) > 0) {
        found.first = std::min(at, beside);
        found.last = std::max(at, beside);
        found.change += steps[beside].change;
        found.minutes += steps[beside].minutes;
    }
    found.inFirst = steps[found.first].change;
    return found;
}

/// Returns the largest change of all other steps.
double nextTo(std::span<const Step> steps, const Farthest &far)
{
    double other = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        other = i < far.first || i > far.last ? std::max(other, std::abs(steps[i].change)) : other;
    }
    return other;
}

/// Finds a jump in one step among small ones; change 0: none. A step among the last three may be a turn instead, unless
/// it is a single change by 1 in an otherwise constant count.
Farthest jumpOf(std::span<const Step> steps)
{
    constexpr std::size_t last = 3;
    const Farthest only = farthestOf(steps);
    const double rounding = 1e-9 * std::abs(only.change);
    const bool isOnly = steps.size() > 1 && nextTo(steps, only) <= rounding; // two points are not enough
    if (isOnly && std::abs(only.change) <= 1 + rounding) {
        return only;
    }
    if (steps.size() + 1 < 2 * last) {
        return {};
    }
    std::vector<double> rates;
    rates.reserve(steps.size());
    double fastest = 0, longest = 0;
    for (const Step &step : steps) {
        rates.push_back(step.minutes > 0 ? step.change / step.minutes : 0);
        fastest = std::max(fastest, std::abs(rates.back()));
        longest = std::max(longest, step.minutes);
    }
    const double largest = std::abs(std::max_element(steps.begin(), steps.end(), isSmallerStep)->change);
    if (!isOnly && 2 * (largest + fastest * longest) < leastJump) { // two steps, beside any line as steep as a step
        return {};
    }
    const double line = median(rates);
    std::vector<Step> beside(steps.begin(), steps.end());
    for (Step &step : beside) {
        step.change -= line * step.minutes;
    }
    const Farthest far = farthestOf(beside);
    const bool isLarge =
        isOnly || (std::abs(far.change) >= leastJump && std::abs(far.change) >= standsOut * nextTo(beside, far));
    return isLarge && far.last + last < steps.size() ? far : Farthest();
}

/// Returns the jump; change 0: none.
Farthest leaveOutJump(std::vector<Point> &points)
{
    const Farthest jump = jumpOf(stepsOf(points, 0));
    if (!(std::abs(jump.change) > 0)) {
        return {};
    }
    for (std::size_t i = jump.first + 1; i < points.size(); ++i) {
        points[i].count -= i <= jump.last ? jump.inFirst : jump.change;
    }
    return jump;
}

/// Returns the first point of a new course; 0: no turn.
std::size_t turnOf(std::span<const Point> points, double line)
{
    const std::vector<Step> steps = stepsOf(points, line);
    double square = 0;
    double minutes = 0;
    for (const Step &step : steps) {
        square += step.change * step.change;
        minutes += step.minutes;
    }
    const double end = points.back().minutes;
    const double rounding = 1e-9 * std::abs(points.back().count); // steps of an exact line are this large
    for (const std::chrono::seconds turn : turns) {
        const auto begin = std::find_if(points.begin(), points.end(), [&](const Point &point) {
            return end - point.minutes <= Minutes(turn).count();
        });
        const auto first = static_cast<std::size_t>(begin - points.begin());
        if (first == 0) {
            return 0;
        }
        if (points.size() - first < 3) {
            continue;
        }
        const std::span<const Step> since = std::span(steps).subspan(first);
        double away = 0;
        double long_ = 0;
        for (const Step &step : since) {
            away += step.change;
            long_ += step.minutes;
        }
        // Ignores the largest step: a single step is no course.
        const Farthest far = farthestOf(since);
        const double chance = std::sqrt(square / minutes * std::max(0.0, long_ - far.minutes));
        if (std::abs(away - far.change) > noChance * chance + rounding && (away - far.change) * away > 0) {
            return first;
        }
    }
    return 0;
}

/// Returns the change of the last steps, if it leads away from the line by far more than those before; 0: it doesn't.
double latestOf(std::span<const Point> points, std::span<const Step> steps, double perMinute)
{
    const std::size_t fewest = std::abs(perMinute) > 0 ? 8 : 2; // to tell what is usual; a line at rest is soon clear
    if (steps.size() < newestSteps + fewest) {
        return 0;
    }
    double square = 0;
    for (const Step &step : steps.first(steps.size() - newestSteps)) {
        square += step.change * step.change;
    }
    const double fewPolls = (1 + points[points.size() - 2].weight / points.back().weight) / 2; // vary more in the mean
    const double usual = std::sqrt(square / static_cast<double>(steps.size() - newestSteps) * std::max(1.0, fewPolls));
    double away = 0;
    double latest = 0;
    for (std::size_t count = 1; count <= newestSteps; ++count) {
        away += steps[steps.size() - count].change;
        const double change = points.back().count - points[points.size() - 1 - count].count;
        const bool isFar = std::abs(away) >= standsOut * usual * std::sqrt(static_cast<double>(count));
        if (isFar && std::abs(change) >= leastJump && change * away > 0 && std::abs(change) > std::abs(latest)) {
            latest = change;
        }
    }
    return latest;
}

/// Returns whether the points move one way by more than a random walk with the same steps, or with steps of 1; in both
/// halves; and have not begun to turn back.
bool leads(std::span<const Point> points, std::span<const Step> steps, double perMinute)
{
    constexpr std::size_t leastSteps = 6;
    if (steps.size() < leastSteps || !(std::abs(perMinute) > 0)) {
        return false;
    }
    double square = 0;
    for (const Step &step : steps) {
        square += step.change * step.change;
    }
    const auto count = static_cast<double>(steps.size());
    const double away = std::abs(perMinute) * (points.back().minutes - points.front().minutes);
    const double wanted = farther + 30 / std::pow(count - 1, 1.5); // few steps give a poor estimate of their size
    if (away <= wanted * std::sqrt(square * count / (count - 1)) || away <= farther * std::sqrt(away)) {
        return false;
    }
    // A recent move back beyond chance ends the trend, even before it counts as a turn.
    constexpr std::size_t recent = 3;
    const double back = points[points.size() - 1 - recent].count - points.back().count;
    if (back * perMinute > 0 && std::abs(back) > std::sqrt(square / count * recent)) {
        return false;
    }
    const std::size_t middle = points.size() / 2;
    return slope(points.first(middle + 1)) * perMinute > 0 && slope(points.subspan(middle)) * perMinute > 0;
}

/// Returns how long the count has been constant, if that is at least 30 s and twice any earlier pause, else 0.
milliseconds standsStill(std::span<const CountsFrom> points, milliseconds now)
{
    constexpr std::chrono::seconds least{30};
    milliseconds longest{};
    const CountsFrom *same = &points.front();
    for (const CountsFrom &point : points) {
        if (countOf(point) < countOf(*same) || countOf(point) > countOf(*same)) {
            longest = std::max(longest, point.start - same->start);
            same = &point;
        }
    }
    const milliseconds still = now - same->start;
    return still >= std::max<milliseconds>(least, 2 * longest) ? still : milliseconds::zero();
}

/// Returns the change to `count` of one that was constant until the newest steps; 0 if it was not, or is as before.
double movedFromRest(std::span<const CountsFrom> points, double count, milliseconds now)
{
    const double rest = countOf(points.front());
    const bool wasConstant = std::ranges::all_of(points, [&](const CountsFrom &point) {
        return now - point.start <= growthStep * newestSteps || !(std::abs(countOf(point) - rest) > 0);
    });
    return wasConstant ? count - rest : 0;
}

/// Rate of points up to `count`, of which the newest point may have only a part, as it is a mean.
Rate rateWith(double count, std::span<const CountsFrom> counts, milliseconds now)
{
    Rate rate;
    if (counts.empty()) {
        return rate;
    }
    rate.from = counts.front().start;
    rate.to = now;
    for (const CountsFrom &one : counts) {
        rate.polls += one.counts;
    }
    if (counts.size() < 2 || now - rate.from < rateLeast) {
        return rate;
    }
    rate.stillFor = standsStill(counts, now);
    if (rate.stillFor > milliseconds::zero()) {
        rate.perMinute = 0;
        return rate;
    }
    std::vector<Point> points = pointsFrom(counts);
    if (const Farthest jump = leaveOutJump(points); std::abs(jump.change) > 0) {
        rate.jump = jump.change;
        rate.jumpAt = rate.from + std::chrono::round<milliseconds>(Minutes(points[jump.last + 1].minutes));
    }
    rate.perMinute = slope(points);
    // The time of a turn is unknown after averaging, which needs more points than are ever kept.
    const std::size_t turn =
        counts.size() == points.size() && isKnown(rate.perMinute) ? turnOf(points, rate.perMinute) : 0;
    const std::span<const Point> since = std::span<const Point>(points).subspan(turn);
    if (turn > 0) {
        rate.turnedAt = counts[turn].start;
        rate.perMinute = slope(since);
        rate.polls = 0;
        for (const CountsFrom &one : counts.subspan(turn)) {
            rate.polls += one.counts;
        }
    }
    rate.points = static_cast<int>(std::min(since.size(), averaged(since, mostMeasured).size()));
    const std::vector<Step> steps = stepsOf(since, rate.perMinute);
    rate.isSteady = leads(since, steps, rate.perMinute);
    rate.latest = isKnown(rate.perMinute) ? latestOf(since, steps, rate.perMinute) : 0;
    if (const double moved = rate.perMinute == 0 ? movedFromRest(counts, count, now) : 0; std::abs(moved) > 0) {
        double &says = std::abs(moved) > 1 && std::abs(rate.jump) <= 1 ? rate.latest : rate.jump;
        rate.jump = 0;
        says = moved;
    }
    return rate;
}

} // namespace

Rate rateOf(std::span<const CountsFrom> counts, milliseconds now)
{
    return rateWith(counts.empty() ? 0 : countOf(counts.back()), counts, now);
}

Rate rateAt(const Rate &rate, milliseconds time)
{
    Rate later = rate;
    if (rate.stillFor > milliseconds::zero() && time > rate.to) {
        later.to = time;
        later.from = std::max<milliseconds>(rate.from, time - rateWindow);
        later.stillFor = std::min(rate.stillFor + (time - rate.to), later.to - later.from);
    }
    return later;
}

void GrowthWindow::add(milliseconds time, double count)
{
    if (!isKnown(count)) {
        return;
    }
    if (!m_points.empty() && time < m_last) {
        m_points.clear(); // the server's clock was set back
        m_anewAt = {};
    }
    m_last = time;
    if (!(count == m_count)) {
        m_count = count;
        m_changed = time;
    }
    if (m_points.empty() || time - m_points.back().start >= growthStep) {
        const auto firstKept = std::find_if(m_points.begin(), m_points.end(), [time](const CountsFrom &point) {
            return time - point.start <= rateWindow;
        });
        m_points.erase(m_points.begin(), firstKept);
        m_points.push_back({time});
    }
    m_points.back().add(time, count);
}

void GrowthWindow::hold(int polls, milliseconds until)
{
    const milliseconds first = m_last;
    const milliseconds span = until - first;
    if (!isKnown(m_count) || span <= milliseconds::zero()) {
        return;
    }
    const auto timeOf = [&](qint64 poll) { return first + span * poll / polls; };
    for (qint64 poll = 1; poll <= polls; ++poll) {
        add(timeOf(poll), m_count);
        // The rest of those that add to the same point, at once: a row that rested for a minute costs a dozen steps.
        CountsFrom &point = m_points.back();
        const qint64 last =
            std::min<qint64>(polls, ((point.start + growthStep - first).count() * polls - 1) / span.count());
        if (const qint64 more = last - poll; more > 0) {
            const qint64 sinceFirst = span.count() * (poll + 1 + last) * more / (2LL * polls);
            point.later += static_cast<qint32>((first - point.start).count() * more + sinceFirst);
            point.counts += static_cast<qint32>(more);
            point.sum += m_count * static_cast<double>(more);
            m_last = timeOf(last);
            poll = last;
        }
    }
}

milliseconds GrowthWindow::hasRateFrom() const
{
    return m_points.empty() ? milliseconds::max() : m_points.front().start + rateLeast;
}

bool GrowthWindow::mayHaveRate() const
{
    return !m_points.empty() && m_last >= hasRateFrom();
}

void GrowthWindow::startAnew(milliseconds now)
{
    m_points.clear();
    m_anewAt = now;
}

std::shared_ptr<const Rate> GrowthWindow::rate() const
{
    Rate rate;
    // Fast path: most of 10,000 collections do not change, and all are asked at every tick.
    const bool isStill = !m_points.empty() && m_changed <= m_points.front().start;
    if (isStill && m_last - m_points.front().start >= rateLeast) {
        rate.perMinute = 0;
        rate.from = m_points.front().start;
        rate.to = m_last;
        rate.stillFor = rate.to - rate.from;
        for (const CountsFrom &point : m_points) {
            rate.polls += point.counts;
        }
    } else {
        rate = rateWith(m_count, m_points, m_last);
    }
    rate.anewAt = m_last - m_anewAt < rateWindow ? m_anewAt : milliseconds::zero();
    return std::make_shared<const Rate>(rate);
}

std::optional<milliseconds> timeUntil(const Rate &rate, double value, double target)
{
    const double minutes = (target - value) / rate.perMinute;
    if (!rate.isSteady || !isKnown(minutes) || minutes < 0 || minutes > 1e9) {
        return std::nullopt;
    }
    return milliseconds(std::llround(minutes * 60'000));
}

void CounterPace::keep(const Step &step)
{
    constexpr std::chrono::seconds enough{5};
    if (!m_steps.empty() && m_steps.back().seen < enough) {
        Step &last = m_steps.back();
        last = {step.at, last.seen + step.seen, last.count + step.count};
    } else {
        m_steps.push_back(step);
    }
}

void CounterPace::look(milliseconds at, double counter)
{
    const bool isAnew =
        !isKnown(counter) || (m_last && (at < m_last->at || at - m_last->at > rateWindow || counter < m_last->counter));
    if (isAnew) {
        restart();
    }
    if (!isKnown(counter)) {
        return;
    }
    const std::optional<Look> last = std::exchange(m_last, Look{at, counter});
    if (m_newest) {
        keep(*std::exchange(m_newest, std::nullopt));
    }
    if (last && !std::exchange(m_leavesOut, false)) {
        m_newest = Step{at, at - last->at, counter - last->counter};
    }
    while (!m_steps.empty() && at - m_steps.front().at >= rateWindow) {
        m_steps.pop_front();
    }
}

void CounterPace::leaveOut()
{
    m_newest.reset();
    m_leavesOut = true;
}

double CounterPace::perMinute() const
{
    Step sum = m_newest.value_or(Step());
    for (const Step &step : m_steps) {
        sum.seen += step.seen;
        sum.count += step.count;
    }
    const std::chrono::duration<double, std::ratio<60>> minutes = sum.seen;
    return sum.seen >= rateLeast ? sum.count / minutes.count() : unknownFigure;
}

} // namespace plimsoll

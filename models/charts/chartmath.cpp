// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/charts/chartmath.h"

#include "models/text/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

// At most 600 points per line in three series: mean, lowest and highest. Qt Charts redraws six such lines in about 12
// ms. Partial columns at both ends add two columns, and the last column has two points.
constexpr int maxColumns = 600 / 3 - 3;

double roundStep(double wanted)
{
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * power >= wanted * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

double roundDuration(double wanted)
{
    constexpr double second = 1000.0;
    constexpr double minute = 60 * second;
    constexpr double hour = 60 * minute;
    constexpr std::array steps{second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second,
                               minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
                               hour,   2 * hour,   3 * hour,   6 * hour,    12 * hour,   24 * hour};
    if (wanted <= second / 2) {
        return roundStep(wanted);
    }
    const auto *const found = std::lower_bound(steps.begin(), steps.end(), wanted);
    return found != steps.end() ? *found : 24 * hour * roundStep(wanted / (24 * hour));
}

struct TimeUnit {
    milliseconds length;
    milliseconds from; ///< shortest time shown in this unit; two days for days
    const char *text;
};

/// Returns the largest unit that divides `time` evenly.
const TimeUnit &unitOf(milliseconds time)
{
    using namespace std::chrono;
    static constexpr std::array units{
        TimeUnit{hours(24), hours(48), QT_TRANSLATE_NOOP("chart", "%1 d")},
        TimeUnit{hours(1), hours(1), QT_TRANSLATE_NOOP("chart", "%1 h")},
        TimeUnit{minutes(1), minutes(1), QT_TRANSLATE_NOOP("chart", "%1 min")},
        TimeUnit{seconds(1), seconds(0), QT_TRANSLATE_NOOP("chart", "%1 s")},
    };
    const auto *const found = std::find_if(units.begin(), units.end() - 1, [time](const TimeUnit &unit) {
        return time >= unit.from && time % unit.length == milliseconds::zero();
    });
    return *found;
}

QString inUnit(const TimeUnit &unit, const QString &number)
{
    return QCoreApplication::translate("chart", unit.text).arg(number);
}

struct PixelColumn {
    qint64 number = 0;
    int count = 0;
    double sumOfX = 0, sum = 0, low = 0, high = 0;
    QPointF first, last;

    void add(double x, double lowest, double highest, double value)
    {
        low = count == 0 ? lowest : std::min(low, lowest);
        high = count == 0 ? highest : std::max(high, highest);
        sumOfX += x;
        sum += value;
        last = {x, value};
        first = count == 0 ? last : first;
        ++count;
    }
};

void append(UnbrokenLine &stretch, QPointF point, const PixelColumn &column)
{
    stretch.line.append(point);
    stretch.low.append({point.x(), column.low});
    stretch.high.append({point.x(), column.high});
}

void flush(PixelColumn &column, UnbrokenLine &stretch, bool atEnd)
{
    if (column.count == 0) {
        return;
    }
    if (stretch.line.isEmpty() && column.count > 1) {
        append(stretch, column.first, column); // a line starts at its first known reading, not half a column later
    }
    append(stretch, {column.sumOfX / column.count, column.sum / column.count}, column);
    if (atEnd && column.count > 1) {
        append(stretch, column.last, column); // a line ends at its newest reading
    }
    column = {};
}

} // namespace

namespace {

/// Returns the candidate ticks of a logarithmic scale.
std::vector<double> logarithmicTicks(Unit unit)
{
    if (unit == Unit::Duration) {
        constexpr double second = 1000;
        return {0, second, 10 * second, 60 * second, 600 * second, 3600 * second, 36'000 * second, 864'000 * second};
    }
    std::vector<double> ticks{0};
    for (double value = 1; value < 1e16; value *= 10) {
        ticks.push_back(value);
    }
    return ticks;
}

} // namespace

double Scale::drawn(double value) const
{
    return grain > 0 ? std::log10(1 + std::max(0.0, value) / grain) : value;
}

Scale logarithmicScale(double high, Unit unit)
{
    Scale scale;
    scale.grain = unit == Unit::Duration ? 1000 : 1;
    scale.top = std::max(high * 1.1, scale.grain * 10);
    return scale;
}

std::vector<double> Scale::ticks() const
{
    if (grain > 0) {
        std::vector<double> named = logarithmicTicks(grain > 1 ? Unit::Duration : Unit::Count);
        std::erase_if(named, [this](double value) { return value > top; });
        return named;
    }
    const auto count = static_cast<std::size_t>(std::floor((top - bottom) / step * 1.0001)) + 1;
    std::vector<double> ticks(count);
    for (std::size_t i = 0; i < count; ++i) {
        ticks[i] = bottom + static_cast<double>(i) * step;
    }
    return ticks;
}

void UnbrokenLine::raise(const Scale &scale)
{
    for (QList<QPointF> *points : {&line, &low, &high}) {
        for (QPointF &point : *points) {
            point.setY(scale.drawn(point.y()));
        }
    }
}

void UnbrokenLine::flatten(double narrow)
{
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (high[i].y() - low[i].y() < narrow) {
            low[i] = high[i] = line[i];
        }
    }
}

Scale niceScale(double low, double high, Unit unit, int steps)
{
    Scale scale;
    // Counts start at zero; scores are compared with one another and often lie in a narrow band far above it.
    const bool band = unit == Unit::Score && low > 0 && high - low < 0.6 * high;
    const double bottom = band ? low : std::min(0.0, low);
    const bool whole = unit == Unit::Count;
    const double smallest = whole ? 1.0 : 1e-9;
    const double range = std::max(high, 0.0) - bottom;
    if (!(range > 0) || !std::isfinite(range)) {
        scale.step = unit == Unit::Duration ? 1000.0 : 1.0;
        scale.top = scale.step * (whole ? 4 : 1);
        return scale;
    }
    const double wanted = std::max(range / steps, smallest);
    scale.step = unit == Unit::Duration ? roundDuration(wanted) : roundStep(wanted);
    if (whole) {
        scale.step = scale.step == 2.5 ? 5.0 : std::max(1.0, scale.step); // counts are whole
    }
    // A line that touches the frame looks clipped: leave 2 %.
    scale.top = std::max(scale.step, scale.step * std::ceil((std::max(high, 0.0) + range * 0.02) / scale.step));
    scale.bottom = bottom == 0 ? 0.0 : scale.step * std::floor(bottom / scale.step);
    return scale;
}

std::vector<double> roundBetween(double low, double high, int steps)
{
    std::vector<double> values;
    const double range = high - low;
    if (!(range > 0) || !std::isfinite(range)) {
        return values;
    }
    const double step = roundStep(range / steps);
    const double first = std::ceil(low / step - 1e-9);
    // The bound on `i` ends the loop where values are so large that adding a step changes nothing.
    for (int i = 0; i <= 2 * steps && (first + i) * step <= high + 1e-9 * range; ++i) {
        values.push_back((first + i) * step);
    }
    return values;
}

QString axisLabel(double value, Unit unit)
{
    if (unit == Unit::Duration) {
        return value == 0 ? QStringLiteral("0") : formatDuration(milliseconds(std::llround(value)));
    }
    QLocale locale;
    if (std::abs(value) >= 1e7) {
        const double millions = value / 1e6; // four digits would print 10,000 as 1e+04
        const bool isLarge = std::abs(millions) >= 1e3;
        return locale.toString(millions, isLarge ? 'f' : 'g', isLarge ? 0 : 4) + QStringLiteral(" M");
    }
    return value == std::round(value) ? locale.toString(std::llround(value)) : locale.toString(value, 'g', 4);
}

namespace {

/// Returns the number of intervals between ticks.
int timeParts(milliseconds length, double width)
{
    int parts = 1;
    for (const SpanSpec &span : spans) {
        for (const SpanSpec::Axis &axis : span.axes) {
            parts = axis.length == length ? axis.parts : parts;
        }
    }
    return width < 40.0 * parts + 60 ? 1 : parts;
}

QString tickText(const QString &sign, milliseconds length, const TimeUnit *&unit)
{
    const TimeUnit *const before = std::exchange(unit, &unitOf(length));
    const QString number = sign + QLocale().toString(static_cast<qlonglong>(length / unit->length));
    return unit == before ? number : inUnit(*unit, number);
}

} // namespace

std::vector<AxisTick> timeTicks(milliseconds length, double width)
{
    const int parts = timeParts(length, width);
    std::vector<AxisTick> ticks;
    const bool isMixed = &unitOf(length) != &unitOf(length / parts); // a number without a unit would be of either
    const TimeUnit *unit = nullptr;
    for (int i = 0; i < parts; ++i) {
        unit = isMixed ? nullptr : unit;
        ticks.push_back(
            {static_cast<double>(i) / parts, tickText(QStringLiteral("−"), length * (parts - i) / parts, unit)});
    }
    ticks.push_back({1, QCoreApplication::translate("chart", "now")});
    return ticks;
}

std::vector<AxisTick> timeTicksAhead(milliseconds length, double width)
{
    std::vector<AxisTick> ticks = timeTicks(length, width / 2);
    for (AxisTick &tick : ticks) {
        tick.place /= 2;
    }
    const int parts = timeParts(length, width / 2);
    const bool isMixed = &unitOf(length) != &unitOf(length / parts);
    const TimeUnit *unit = nullptr;
    for (int i = 1; i <= parts; ++i) {
        unit = isMixed ? nullptr : unit;
        ticks.push_back(
            {0.5 + static_cast<double>(i) / parts / 2, tickText(QStringLiteral("+"), length * i / parts, unit)});
    }
    return ticks;
}

QString rangeTitle(milliseconds length)
{
    const TimeUnit &unit = unitOf(length);
    return inUnit(unit, QString::number(length / unit.length));
}

std::vector<UnbrokenLine> decimate(const Series &series, milliseconds now, milliseconds span, int columns)
{
    std::vector<UnbrokenLine> stretches;
    columns = std::clamp(columns, 1, maxColumns);
    const bool dense = series.points.size() > static_cast<std::size_t>(columns);
    const qint64 width = std::max<qint64>(1, dense ? span.count() / columns : 1);
    UnbrokenLine stretch;
    PixelColumn column;
    const auto endStretch = [&] {
        flush(column, stretch, true);
        if (!stretch.line.isEmpty()) {
            stretches.push_back(std::move(stretch));
            stretch = {};
        }
    };
    for (const auto &point : series.points) {
        if (!isKnown(point.value)) {
            endStretch();
            continue;
        }
        const auto x = point.time - now;
        if (x < -span || x > milliseconds::zero()) {
            continue;
        }
        const qint64 number = point.time.count() / width;
        if (column.count > 0 && number != column.number) {
            flush(column, stretch, false);
        }
        column.number = number;
        const double low = isKnown(point.low) ? point.low : point.value;
        const double high = isKnown(point.high) ? point.high : point.value;
        column.add(static_cast<double>(x.count()), low, high, point.value);
    }
    endStretch();
    return stretches;
}

milliseconds axisLength(Span span, milliseconds age)
{
    for (const SpanSpec::Axis &axis : spans.at(static_cast<std::size_t>(span)).axes) {
        if (axis.length >= std::max(age, milliseconds(1))) {
            return axis.length;
        }
    }
    return spanLength(span);
}

milliseconds pointSpacing(const Series &series)
{
    // Take the largest of the newest gaps: one late tick must not look like a gap in the data.
    milliseconds spacing{0};
    const std::size_t count = series.points.size();
    for (std::size_t i = count > 8 ? count - 8 : 1; i < count; ++i) {
        spacing = std::max(spacing, series.points[i].time - series.points[i - 1].time);
    }
    return spacing;
}

double readAt(const Series &series, milliseconds time, milliseconds tolerance)
{
    const auto after = std::upper_bound(series.points.begin(), series.points.end(), time,
                                        [](auto wanted, const auto &point) { return wanted < point.time; });
    if (after == series.points.begin()) {
        return unknownFigure;
    }
    const auto &point = *std::prev(after);
    const bool goesOn = after != series.points.end() && isKnown(after->value);
    return goesOn || time - point.time <= tolerance ? point.value : unknownFigure;
}

std::vector<double> spreadLabels(const std::vector<double> &centres, double height, double top, double bottom)
{
    std::vector<std::size_t> order(centres.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return centres[a] < centres[b]; });

    std::vector<double> placed = centres;
    double floor = top + height / 2; // downwards: each below the previous one
    for (const std::size_t index : order) {
        placed[index] = std::max(placed[index], floor);
        floor = placed[index] + height;
    }
    double ceiling = bottom - height / 2; // back upwards, for those pushed out of the bounds
    for (auto index = order.rbegin(); index != order.rend(); ++index) {
        placed[*index] = std::min(placed[*index], ceiling);
        ceiling = placed[*index] - height;
    }
    return placed;
}

std::pair<double, double> sparklineRange(const std::vector<float> &values)
{
    double low = unknownFigure, high = unknownFigure;
    for (const float value : values) {
        if (std::isfinite(value)) {
            low = std::fmin(low, value);
            high = std::fmax(high, value);
        }
    }
    if (!isKnown(low)) {
        low = high = 0;
    }
    // Changes by a few units or a few percent should not look significant.
    constexpr double fewest = 4;
    constexpr double smallestShare = 0.25;
    const double least = std::max(fewest, smallestShare * std::max(std::abs(low), std::abs(high)));
    if (high - low >= least) {
        return {low, high};
    }
    const double bottom = (low + high - least) / 2;
    const double clamped = low >= 0 ? std::max(0.0, bottom) : bottom;
    return {clamped, clamped + least};
}

} // namespace plimsoll::models

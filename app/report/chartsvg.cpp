// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/chartsvg.h"

#include "models/charts/chartmath.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;
using Point = redis::FigurePoints::Point;

constexpr double width = 520, height = 168, left = 52, right = 8, top = 16, bottom = 20;
constexpr double digit = 6.2; ///< approximate width of a digit in the labels

struct SvgWords {
    Q_DECLARE_TR_FUNCTIONS(report)
};

QString at(double place)
{
    return QString::number(place, 'f', 1);
}

/// Maps times and values to coordinates.
class Frame final {
public:
    explicit Frame(const SvgPicture &picture) : m_range(picture.range), m_unit(picture.unit)
    {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const Point &point : picture.points.points) {
            low = std::min(low, std::isfinite(point.low) ? point.low : low);
            high = std::max(high, std::isfinite(point.high) ? point.high : high);
        }
        low = std::isfinite(low) ? low : 0;
        high = std::isfinite(high) ? high : 0;
        // Like the window, leaves out a limit far above the values, which would flatten the line.
        const double highest = high;
        for (const SvgLimit &limit : picture.limits) {
            high = highest >= 0.4 * limit.value ? std::max(high, limit.value) : high;
        }
        m_scale = models::niceScale(low, high, picture.unit, 4);
    }

    [[nodiscard]] const models::Scale &scale() const { return m_scale; }
    [[nodiscard]] Unit unit() const { return m_unit; }
    [[nodiscard]] bool holds(double value) const { return value >= m_scale.bottom && value <= m_scale.top; }
    [[nodiscard]] static double xAt(double share) { return left + share * (width - left - right); }
    [[nodiscard]] double x(milliseconds time) const
    {
        const auto length = static_cast<double>(std::max<qint64>(1, (m_range.to - m_range.from).count()));
        return xAt(std::clamp(static_cast<double>((time - m_range.from).count()) / length, 0.0, 1.0));
    }
    [[nodiscard]] double y(double value) const
    {
        const double share = (std::clamp(value, m_scale.bottom, m_scale.top) - m_scale.bottom)
            / std::max(m_scale.top - m_scale.bottom, 1e-300);
        return height - bottom - share * (height - top - bottom);
    }

private:
    redis::TimeRange m_range;
    Unit m_unit;
    models::Scale m_scale;
};

void line(Html &html, const char *name, double x1, double y1, double x2, double y2)
{
    html.empty("line",
               {{"class", QLatin1String(name)}, {"x1", at(x1)}, {"y1", at(y1)}, {"x2", at(x2)}, {"y2", at(y2)}});
}

void writeAxes(Html &html, const SvgPicture &picture, const Frame &frame)
{
    for (const double tick : frame.scale().ticks()) {
        line(html, "grid", left, frame.y(tick), width - right, frame.y(tick));
        html.element("text",
                     {{"x", at(left - 6)}, {"y", at(frame.y(tick) + 4)}, {"text-anchor", QStringLiteral("end")}},
                     models::axisLabel(tick, frame.unit()));
    }
    for (const models::AxisTick &tick :
         models::calendarTicks(picture.range.from, picture.range.to, width - left - right)) {
        const double place = Frame::xAt(tick.place);
        const double half = digit * static_cast<double>(tick.text.size()) / 2;
        html.element("text",
                     {{"x", at(std::clamp(place, left + half, width - half))},
                      {"y", at(height - 5)},
                      {"text-anchor", QStringLiteral("middle")}},
                     tick.text);
    }
}

/// Marks intervals wider than 2.5 points as gaps, also at both ends.
void writeGaps(Html &html, const SvgPicture &picture, const Frame &frame)
{
    const auto &points = picture.points.points;
    milliseconds spacing = std::max(picture.points.width, milliseconds(1'000));
    std::vector<milliseconds> between;
    for (std::size_t i = 1; i < points.size(); ++i) {
        between.push_back(points[i].time - points[i - 1].time);
    }
    if (!between.empty()) {
        const auto middle = between.begin() + std::ssize(between) / 2;
        std::nth_element(between.begin(), middle, between.end());
        spacing = std::max(picture.points.width, *middle);
    }
    const auto write = [&](milliseconds from, milliseconds to) {
        if (frame.x(to) - frame.x(from) < 1) {
            return;
        }
        html.begin("rect",
                   {{"class", QStringLiteral("gap")},
                    {"x", at(frame.x(from))},
                    {"y", at(top)},
                    {"width", at(frame.x(to) - frame.x(from))},
                    {"height", at(height - top - bottom)}});
        html.element("title", SvgWords::tr("not recorded"));
        html.end();
    };
    milliseconds known = picture.range.from;
    for (const Point &point : points) {
        const bool isFirst = &point == &points.front();
        if (isFirst ? point.time - known > spacing * 5 / 2 : point.gapBefore) {
            write(known, point.time);
        }
        known = point.time + (isFirst && points.size() == 1 ? spacing : milliseconds(0));
    }
    if (picture.range.to - known > spacing * 5 / 2) {
        write(known, picture.range.to);
    }
}

using Points = std::vector<Point>;

void writeStretch(Html &html, const Frame &frame, Points::const_iterator begin, Points::const_iterator end)
{
    if (end - begin == 1) {
        html.empty("circle",
                   {{"class", QStringLiteral("dot")},
                    {"cx", at(frame.x(begin->time))},
                    {"cy", at(frame.y(begin->mean))},
                    {"r", QStringLiteral("2")}});
        return;
    }
    QString band;
    QString path;
    for (auto point = begin; point != end; ++point) {
        band += at(frame.x(point->time)) + u',' + at(frame.y(point->high)) + u' ';
        path += at(frame.x(point->time)) + u',' + at(frame.y(point->mean)) + u' ';
    }
    for (auto point = end; point-- != begin;) {
        band += at(frame.x(point->time)) + u',' + at(frame.y(point->low)) + u' ';
    }
    if (std::any_of(begin, end, [](const Point &point) { return point.low < point.high; })) {
        html.empty("polygon", {{"class", QStringLiteral("band")}, {"points", band.trimmed()}});
    }
    html.empty("polyline", {{"class", QStringLiteral("line")}, {"points", path.trimmed()}});
}

void writeLine(Html &html, const SvgPicture &picture, const Frame &frame)
{
    const auto &points = picture.points.points;
    auto begin = points.begin();
    while (begin != points.end()) {
        const auto end = std::find_if(begin + 1, points.end(), [](const Point &point) { return point.gapBefore; });
        writeStretch(html, frame, begin, end);
        begin = end;
    }
}

/// A limit within the scale is labelled at its line; any other at the upper edge.
void writeLimits(Html &html, const SvgPicture &picture, const Frame &frame)
{
    std::vector<double> places;
    for (const SvgLimit &limit : picture.limits) {
        const bool isDrawn = frame.holds(limit.value);
        double place = isDrawn ? frame.y(limit.value) - 4 : top - 5;
        while (std::any_of(places.begin(), places.end(), [&](double other) { return std::abs(other - place) < 12; })) {
            place += 13;
        }
        places.push_back(place);
        const QString level = stateId(limit.level);
        if (isDrawn) {
            line(html, qPrintable(QStringLiteral("limit ") + level), left, frame.y(limit.value), width - right,
                 frame.y(limit.value));
        }
        html.element(
            "text",
            {{"class", level}, {"x", at(width - right - 2)}, {"y", at(place)}, {"text-anchor", QStringLiteral("end")}},
            limit.text);
    }
}

void writeMarks(Html &html, const SvgPicture &picture, const Frame &frame)
{
    for (const SvgMark &mark : picture.marks) {
        if (mark.time < picture.range.from || mark.time > picture.range.to) {
            continue;
        }
        const double x = frame.x(mark.time);
        html.begin("g", {{"class", QStringLiteral("mark ") + QLatin1String(mark.name)}});
        html.element("title", mark.text);
        html.empty("line", {{"x1", at(x)}, {"y1", at(top - 6)}, {"x2", at(x)}, {"y2", at(height - bottom)}});
        html.empty("circle", {{"cx", at(x)}, {"cy", at(top - 8)}, {"r", QStringLiteral("2")}});
        html.end();
    }
}

} // namespace

void writeChartDefinitions(Html &html)
{
    html.begin("svg", {{"class", QStringLiteral("shared")}, {"aria-hidden", QStringLiteral("true")}});
    html.raw(
        R"x(<defs><pattern id="gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<line id="gap-stripe" x1="0" y1="0" x2="0" y2="6" stroke-width="2"/></pattern></defs>)x");
    for (const char *icon : {"warning", "critical"}) {
        QFile file(QStringLiteral(":/plimsoll/icons/%1.svg").arg(QLatin1String(icon)));
        const QByteArray drawn = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        html.begin("symbol", {{"id", QLatin1String(icon)}, {"viewBox", QStringLiteral("0 0 16 16")}});
        html.raw(drawn.mid(drawn.indexOf("<path")).replace("</svg>", "").trimmed());
        html.end();
    }
    html.end();
}

void writeChart(Html &html, const SvgPicture &picture)
{
    const Frame frame(picture);
    html.begin("svg",
               {{"class", QStringLiteral("chart")},
                {"viewBox", QStringLiteral("0 0 %1 %2").arg(at(width), at(height))},
                {"role", QStringLiteral("img")},
                {"aria-label", picture.title}});
    writeAxes(html, picture, frame);
    writeGaps(html, picture, frame);
    writeLine(html, picture, frame);
    writeLimits(html, picture, frame);
    writeMarks(html, picture, frame);
    html.end();
}

} // namespace plimsoll::app

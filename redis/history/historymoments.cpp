// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyreader.h"

#include "redis/history/historyticks.h"
#include "redis/types/serverfigures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

/// Reads all figures at one moment.
namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

struct PointPlace {
    std::size_t index;
    milliseconds step; ///< spacing of the points around it
};

struct Spacing {
    milliseconds step; ///< median interval of the points
    milliseconds stands; ///< how long a point stands for what follows it
};

/// A point stands for 2.5 times the median interval, and for at least a step's width (2.5 widths for samples).
Spacing spacingOf(const std::vector<milliseconds> &times, std::size_t step)
{
    const milliseconds width = historySteps.at(step).width;
    Spacing spacing{width, step == 0 ? width * 5 / 2 : width};
    if (times.size() > 1) {
        std::vector<milliseconds> between(times.size());
        std::adjacent_difference(times.begin(), times.end(), between.begin());
        const auto middle = std::min(between.begin() + std::ssize(between) / 2 + 1, between.end() - 1);
        std::nth_element(between.begin() + 1, middle, between.end());
        spacing = {*middle, std::max(spacing.stands, *middle * 5 / 2)};
    }
    return spacing;
}

/// Returns the newest point that is not later, unless it is too old.
std::optional<PointPlace> placeAt(const std::vector<milliseconds> &times, milliseconds time, std::size_t step)
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    if (after == times.begin()) {
        return std::nullopt;
    }
    const Spacing spacing = spacingOf(times, step);
    return time - *(after - 1) <= spacing.stands
        ? std::optional(PointPlace{static_cast<std::size_t>(after - times.begin() - 1), spacing.step})
        : std::nullopt;
}

/// A part of a recorded stretch, and for how long its last point stands.
struct Part {
    TimeRange range;
    milliseconds stands;
};

void addParts(const std::vector<milliseconds> &times, std::size_t step, std::vector<Part> &parts)
{
    const milliseconds stands = spacingOf(times, step).stands;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i == 0 || times[i] < times[i - 1] || times[i] - times[i - 1] > stands) {
            parts.push_back({{times[i], times[i]}, stands});
        }
        parts.back().range.to = times[i];
    }
}

std::vector<TimeRange> joined(std::vector<Part> parts)
{
    std::sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.range.from < b.range.from; });
    std::vector<TimeRange> stretches;
    milliseconds until{}; // end of what the last stretch stands for
    for (const Part &part : parts) {
        if (stretches.empty() || part.range.from > until) {
            stretches.push_back(part.range);
            until = part.range.to + part.stands;
        }
        stretches.back().to = std::max(stretches.back().to, part.range.to);
        until = std::max(until, part.range.to + part.stands);
    }
    return stretches;
}

} // namespace

/// If the server restarted within the step, its uptime is unknown.
MomentFigures HistoryReader::serverOf(const QStringList &figures, const Found &found)
{
    MomentFigures made{QString(), serverSeries, figures, found.values, {}, found.step, {}};
    made.atLeast.resize(found.values.size());
    const auto uptime = static_cast<std::size_t>(figures.indexOf(uptimeFigure));
    if (uptime < found.spread.size() && found.spread[uptime] > 2.0 * static_cast<double>(found.step.count())) {
        made.values[uptime] = unknownFigure;
    }
    return made;
}

Result<MomentRecord> HistoryReader::at(milliseconds time)
{
    MomentRecord moment;
    const Outcome read = m_file->reading([&]() -> Outcome {
        moment = {};
        m_damaged = {};
        std::map<qint64, Found> found;
        if (Outcome done = momentOfTicks(time, found); !done) {
            return done;
        }
        for (std::size_t step = 0; step < historySteps.size(); ++step) {
            if (Outcome done = momentOfChunks(time, step, found); !done) {
                return done;
            }
        }
        std::map<qint64, QByteArray> judged;
        if (Outcome done = judgedAt(time, judged); !done) {
            return done;
        }
        moment.judgedBy = judged[0];
        const auto query = m_file->select(QStringLiteral("SELECT id, name, kind, figures FROM series ORDER BY id"));
        if (!query) {
            return query.error();
        }
        while ((*query)->next()) {
            const QStringList names = (*query)->value(3).toString().split(u'\n', Qt::SkipEmptyParts);
            const qint64 series = (*query)->value(0).toLongLong();
            Found &at = found[series];
            std::vector<double> &own = at.values;
            own.resize(static_cast<std::size_t>(names.size()), unknownFigure);
            const QString name = (*query)->value(1).toString();
            const QString kind = (*query)->value(2).toString();
            if (name.isEmpty() && kind == serverSeries) {
                if (!moment.server || at.step.count() != 0) {
                    moment.server = serverOf(names, at);
                }
                continue;
            }
            MomentFigures &made = moment.collections.emplace_back();
            made.collection = name;
            made.kind = kind;
            made.step = at.step;
            made.judgedBy = judged[series];
            for (std::size_t i = 0; i < own.size(); ++i) {
                const QString &id = names[static_cast<qsizetype>(i)];
                if (!id.endsWith(lowerBoundMark)) {
                    const qsizetype bound = names.indexOf(id + lowerBoundMark);
                    made.figures << id;
                    made.values.push_back(own[i]);
                    made.atLeast.push_back(bound >= 0 && !std::isnan(own[static_cast<std::size_t>(bound)]) ? 1 : 0);
                }
            }
        }
        (*query)->finish();
        return Done{};
    });
    if (!read) {
        return read.error();
    }
    return moment;
}

/// All series of a poll have the same times, so one chunk of each time is read.
Result<std::vector<TimeRange>> HistoryReader::recorded()
{
    std::vector<Part> parts;
    const Outcome read = m_file->reading([&]() -> Outcome {
        parts.clear();
        for (std::size_t step = 0; step < historySteps.size(); ++step) {
            const auto query = m_file->select(QStringLiteral("SELECT points, first, last FROM %1 WHERE id IN (SELECT"
                                                             " MIN(id) FROM %1 GROUP BY last, first)")
                                                  .arg(chunksOf(step)));
            if (!query) {
                return query.error();
            }
            while ((*query)->next()) {
                const auto columns = unpackChunk((*query)->value(0).toByteArray(), step);
                if (columns) {
                    addParts(columns->times, step, parts);
                } else { // damaged, which is not a gap
                    parts.push_back(
                        {{milliseconds((*query)->value(1).toLongLong()), milliseconds((*query)->value(2).toLongLong())},
                         historySteps.at(step).width});
                }
            }
            (*query)->finish();
        }
        const auto query = m_file->select(QStringLiteral("SELECT time FROM ticks ORDER BY id"));
        if (!query) {
            return query.error();
        }
        std::vector<milliseconds> times;
        while ((*query)->next()) {
            times.emplace_back((*query)->value(0).toLongLong());
        }
        (*query)->finish();
        addParts(times, 0, parts);
        return Done{};
    });
    if (!read) {
        return read.error();
    }
    return joined(std::move(parts));
}

/// The latest definition by order of arrival wins, as for figures, in case the clock was set back.
Outcome HistoryReader::judgedAt(milliseconds time, std::map<qint64, QByteArray> &found)
{
    const Result<qint64> isKept =
        m_file->number(QStringLiteral("SELECT COUNT(*) FROM sqlite_master WHERE name = 'judged'"));
    if (!isKept || *isKept == 0) { // file from a version without this table
        return isKept ? Outcome(Done{}) : isKept.error();
    }
    const auto query = m_file->select(QStringLiteral("SELECT series, definition FROM judged WHERE id IN"
                                                     " (SELECT MAX(id) FROM judged WHERE time <= ? GROUP BY series)"),
                                      {qint64(time.count())});
    if (!query) {
        return query.error();
    }
    while ((*query)->next()) {
        found[(*query)->value(0).toLongLong()] = (*query)->value(1).toByteArray();
    }
    (*query)->finish();
    return Done{};
}

Outcome HistoryReader::momentOfTicks(milliseconds time, std::map<qint64, Found> &found)
{
    // The newest tick that is not later; if the clock was set back, the one recorded last.
    const Result<qint64> tick = m_file->number(
        QStringLiteral("SELECT id FROM ticks WHERE time <= ? ORDER BY id DESC LIMIT 1"), {qint64(time.count())});
    const Result<qint64> whole =
        m_file->number(QStringLiteral("SELECT id FROM ticks WHERE id <= ? AND whole = 1 ORDER BY id DESC LIMIT 1"),
                       {tick ? *tick : 0});
    if (!tick || !whole) {
        return tick ? whole.error() : tick.error();
    }
    if (*tick == 0 || *whole == 0) {
        return Done{};
    }
    const auto query = m_file->select(ticksFrom, {*whole});
    if (!query) {
        return query.error();
    }
    Ticks ticks;
    std::vector<milliseconds> times;
    while ((*query)->next() && (*query)->value(0).toLongLong() <= *tick) {
        times.emplace_back((*query)->value(1).toLongLong());
        ticks.next(**query);
    }
    if ((*query)->isValid()) {
        times.emplace_back((*query)->value(1).toLongLong()); // time of the next tick, for the interval
    }
    (*query)->finish();
    if (ticks.isDamaged()) {
        m_damaged.add({time, time});
    }
    const auto place = std::is_sorted(times.begin(), times.end()) ? placeAt(times, time, 0) : std::nullopt;
    if (place) {
        for (const auto &[series, where] : ticks.series()) {
            const auto own = ticks.of(series);
            found[series] = {{own.begin(), own.end()}, place->step, {}};
        }
    }
    return Done{};
}

Outcome HistoryReader::momentOfChunks(milliseconds time, std::size_t step, std::map<qint64, Found> &found)
{
    const milliseconds width = step == 0 ? historySteps.front().width * 5 / 2 : historySteps.at(step).width;
    const auto query =
        m_file->select(QStringLiteral("SELECT series, points, first, last FROM %1 WHERE id IN (SELECT id FROM %1 WHERE"
                                      " last >= ? AND first <= ?) ORDER BY id DESC")
                           .arg(chunksOf(step)),
                       {qint64((time - width).count()), qint64(time.count())});
    if (!query) {
        return query.error();
    }
    while ((*query)->next()) {
        const qint64 series = (*query)->value(0).toLongLong();
        if (found.contains(series)) {
            continue;
        }
        const auto columns = unpackChunk((*query)->value(1).toByteArray(), step);
        if (!columns) {
            m_damaged.add(
                {milliseconds((*query)->value(2).toLongLong()), milliseconds((*query)->value(3).toLongLong())});
        }
        const auto place = columns ? placeAt(columns->times, time, step) : std::nullopt;
        if (place) {
            Found &own = found[series];
            own.step = place->step;
            for (const HistoryBand &band : columns->figures) {
                own.values.push_back(step == 0 ? band.low[place->index] : band.mean[place->index]);
                own.spread.push_back(step == 0 ? 0 : band.high[place->index] - band.low[place->index]);
            }
        }
    }
    (*query)->finish();
    return Done{};
}

} // namespace plimsoll::redis

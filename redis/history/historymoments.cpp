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

struct Place {
    std::size_t index;
    milliseconds step; ///< spacing of the points around it
};

/// Returns the newest point that is not later, unless it is too old: a value stands for 2.5 times the median interval,
/// and for at least a step's width (2.5 widths for samples).
std::optional<Place> placeAt(const std::vector<milliseconds> &times, milliseconds time, std::size_t step)
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    if (after == times.begin()) {
        return std::nullopt;
    }
    const milliseconds width = historySteps.at(step).width;
    milliseconds spacing = width;
    milliseconds stands = step == 0 ? width * 5 / 2 : width;
    if (times.size() > 1) {
        std::vector<milliseconds> between(times.size());
        std::adjacent_difference(times.begin(), times.end(), between.begin());
        const auto middle = std::min(between.begin() + std::ssize(between) / 2 + 1, between.end() - 1);
        std::nth_element(between.begin() + 1, middle, between.end());
        spacing = *middle;
        stands = std::max(stands, spacing * 5 / 2);
    }
    return time - *(after - 1) <= stands
        ? std::optional(Place{static_cast<std::size_t>(after - times.begin() - 1), spacing})
        : std::nullopt;
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

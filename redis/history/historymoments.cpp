// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyreader.h"

#include "redis/history/historyticks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

/// All figures as they were at one moment.
namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// The place of the newest that is not later, unless that is too long ago.
std::optional<std::size_t> placeAt(const std::vector<milliseconds> &times, milliseconds time, milliseconds width)
{
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    if (after == times.begin()) {
        return std::nullopt;
    }
    // A value stands until the next is due, and half as long again; for samples that is told by those around it.
    milliseconds stands = width;
    if (times.size() > 1) {
        std::vector<milliseconds> between(times.size());
        std::adjacent_difference(times.begin(), times.end(), between.begin());
        const auto middle = between.begin() + std::ssize(between) / 2 + 1;
        std::nth_element(between.begin() + 1, std::min(middle, between.end() - 1), between.end());
        stands = std::max(stands, *std::min(middle, between.end() - 1) * 5 / 2);
    }
    return time - *(after - 1) <= stands ? std::optional(static_cast<std::size_t>(after - times.begin() - 1))
                                         : std::nullopt;
}

} // namespace

Result<std::vector<MomentFigures>> HistoryReader::at(milliseconds time)
{
    std::vector<MomentFigures> moment;
    const Outcome read = m_file->reading([&]() -> Outcome {
        std::map<qint64, std::vector<double>> values;
        if (Outcome done = momentOfTicks(time, values); !done) {
            return done;
        }
        for (std::size_t step = 0; step < historySteps.size(); ++step) {
            if (Outcome done = momentOfChunks(time, step, values); !done) {
                return done;
            }
        }
        const auto query = m_file->select(QStringLiteral("SELECT id, name, kind, figures FROM series ORDER BY id"));
        if (!query) {
            return query.error();
        }
        while ((*query)->next()) {
            const QStringList names = (*query)->value(3).toString().split(u'\n', Qt::SkipEmptyParts);
            std::vector<double> own = values[(*query)->value(0).toLongLong()];
            own.resize(static_cast<std::size_t>(names.size()), unknownFigure);
            MomentFigures &made = moment.emplace_back();
            made.collection = (*query)->value(1).toString();
            made.kind = (*query)->value(2).toString();
            for (std::size_t i = 0; i < own.size(); ++i) {
                const QString &name = names[static_cast<qsizetype>(i)];
                if (!name.endsWith(lowerBoundMark)) {
                    const qsizetype bound = names.indexOf(name + lowerBoundMark);
                    made.figures << name;
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

Outcome HistoryReader::momentOfTicks(milliseconds time, std::map<qint64, std::vector<double>> &values)
{
    // The newest that is not later; where the clock was set back, of what was recorded last.
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
        times.emplace_back((*query)->value(1).toLongLong()); // how long after the next came
    }
    (*query)->finish();
    if (std::is_sorted(times.begin(), times.end()) && placeAt(times, time, historySteps.front().width * 5 / 2)) {
        for (const auto &[series, place] : ticks.series()) {
            const auto own = ticks.of(series);
            values[series].assign(own.begin(), own.end());
        }
    }
    return Done{};
}

Outcome HistoryReader::momentOfChunks(milliseconds time, std::size_t step,
                                      std::map<qint64, std::vector<double>> &values)
{
    const milliseconds width = step == 0 ? historySteps.front().width * 5 / 2 : historySteps.at(step).width;
    const auto query =
        m_file->select(QStringLiteral("SELECT series, points FROM %1 WHERE id IN (SELECT id FROM %1 WHERE"
                                      " last >= ? AND first <= ?) ORDER BY id DESC")
                           .arg(chunksOf(step)),
                       {qint64((time - width).count()), qint64(time.count())});
    if (!query) {
        return query.error();
    }
    while ((*query)->next()) {
        const qint64 series = (*query)->value(0).toLongLong();
        if (values.contains(series)) {
            continue;
        }
        const auto columns = unpackChunk((*query)->value(1).toByteArray(), step);
        const auto place = columns ? placeAt(columns->times, time, width) : std::nullopt;
        if (place) {
            for (const HistoryBand &band : columns->figures) {
                values[series].push_back(step == 0 ? band.low[*place] : band.mean[*place]);
            }
        }
    }
    (*query)->finish();
    return Done{};
}

} // namespace plimsoll::redis

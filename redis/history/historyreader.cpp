// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyreader.h"

#include "redis/history/historyticks.h"
#include "redis/history/rollup.h"
#include "redis/types/momentrecord.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr double unknownValue = std::numeric_limits<double>::quiet_NaN();
using Seconds = std::chrono::duration<double>;

constexpr milliseconds never = milliseconds::min();
constexpr milliseconds always = milliseconds::max();

/// Returns the median interval between rows; `width` if there is at most one row.
milliseconds spacingOf(const std::vector<milliseconds> &times, milliseconds width)
{
    if (times.size() < 2) {
        return width;
    }
    std::vector<milliseconds> between(times.size() - 1);
    std::transform(times.begin() + 1, times.end(), times.begin(), between.begin(), std::minus<>());
    const auto middle = between.begin() + std::ssize(between) / 2;
    std::nth_element(between.begin(), middle, between.end());
    return std::max(*middle, milliseconds(1));
}

/// Moves lower-bound flags from companion columns into `atLeast` of their figures.
void foldBounds(CollectionHistory &history)
{
    for (qsizetype bound = history.figures.size() - 1; bound >= 0; --bound) {
        if (!history.figures[bound].endsWith(lowerBoundMark)) {
            continue;
        }
        std::vector<HistoryBand> &bands = history.columns.figures;
        const auto own = bands.begin() + bound;
        const qsizetype figure = history.figures.indexOf(history.figures[bound].chopped(1));
        if (figure >= 0) {
            std::transform(own->low.begin(), own->low.end(),
                           std::back_inserter(bands[static_cast<std::size_t>(figure)].atLeast),
                           [](double value) { return static_cast<char>(!std::isnan(value)); });
        }
        bands.erase(own);
        history.figures.removeAt(bound);
    }
}

void cut(HistoryColumns &columns, TimeRange range)
{
    const auto first = std::lower_bound(columns.times.begin(), columns.times.end(), range.from) - columns.times.begin();
    const auto last = std::upper_bound(columns.times.begin(), columns.times.end(), range.to) - columns.times.begin();
    if (first == 0 && last == std::ssize(columns.times)) {
        return;
    }
    const auto keep = [&](auto &values) {
        if (!values.empty()) {
            values.erase(values.begin() + std::max(first, last), values.end());
            values.erase(values.begin(), values.begin() + first);
        }
    };
    keep(columns.times);
    for (HistoryBand &band : columns.figures) {
        keep(band.low);
        keep(band.mean);
        keep(band.high);
    }
}

struct PointPlace {
    std::size_t index;
    milliseconds step; ///< spacing of the points around it
};

struct Spacing {
    milliseconds step; ///< median interval of the points
    milliseconds stands; ///< how long a point stands for what follows it
};

/// A point stands for 2.5 times the median interval, and for at least a step's width (2.5 widths for samples).
Spacing pointSpacing(const std::vector<milliseconds> &times, std::size_t step)
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
    const Spacing spacing = pointSpacing(times, step);
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
    const milliseconds stands = pointSpacing(times, step).stands;
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

/// Merges all pieces in time order, with each figure in its own column.
CollectionHistory HistoryReader::merged(const std::vector<Piece> &pieces, const QStringList &figures)
{
    struct Place {
        milliseconds time;
        std::size_t piece, row;
    };
    std::vector<Place> places;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        for (std::size_t row = 0; row < pieces[piece].columns.size(); ++row) {
            places.push_back({pieces[piece].columns.times[row], piece, row});
        }
    }
    std::stable_sort(places.begin(), places.end(), [](const Place &a, const Place &b) { return a.time < b.time; });
    CollectionHistory all;
    all.figures = figures;
    all.columns.times.reserve(places.size());
    all.stands.reserve(places.size());
    for (const Place &at : places) {
        all.columns.times.push_back(at.time);
        all.stands.push_back(pieces[at.piece].stands);
        all.columns.seconds.push_back(pieces[at.piece].seconds);
    }
    all.columns.figures.resize(static_cast<std::size_t>(figures.size()));
    for (std::size_t figure = 0; figure < all.columns.figures.size(); ++figure) {
        HistoryBand &band = all.columns.figures[figure];
        for (std::vector<double> *values : {&band.low, &band.mean, &band.high}) {
            values->reserve(places.size());
        }
        for (const Place &at : places) {
            const HistoryColumns &piece = pieces[at.piece].columns;
            const bool has = figure < piece.figures.size();
            const double low = has ? piece.figures[figure].low[at.row] : unknownValue;
            band.low.push_back(low);
            band.mean.push_back(has && !piece.figures[figure].mean.empty() ? piece.figures[figure].mean[at.row] : low);
            band.high.push_back(has && !piece.figures[figure].high.empty() ? piece.figures[figure].high[at.row] : low);
        }
    }
    return all;
}

Result<std::unique_ptr<HistoryReader>> HistoryReader::open(const QString &path)
{
    auto file = HistoryFile::open(path, HistoryFile::For::Reading);
    if (!file) {
        return file.error();
    }
    return std::unique_ptr<HistoryReader>(new HistoryReader(std::move(*file)));
}

Outcome HistoryReader::find(const QString &name, const QString &kind, std::optional<Series> &found)
{
    return m_file->eachRow(QStringLiteral("SELECT id, sealed, figures FROM series WHERE name = ? AND kind = ?"),
                           {name, kind}, [&found](const QSqlQuery &row) {
                               found = Series{row.value(0).toLongLong(), row.value(1).toLongLong(),
                                              row.value(2).toString().split(u'\n', Qt::SkipEmptyParts)};
                               return false;
                           });
}

Result<CollectionHistory> HistoryReader::collection(const QString &name, const QString &kind, TimeRange range,
                                                    milliseconds width)
{
    std::size_t step = 0;
    while (step + 1 < historySteps.size() && historySteps.at(step + 1).width <= width) {
        ++step;
    }
    CollectionHistory history;
    const Outcome read = m_file->reading([&]() -> Outcome {
        history = {};
        m_damaged = {};
        std::optional<Series> series;
        if (Outcome found = find(name, kind, series); !found || !series) {
            return found;
        }
        std::vector<Piece> pieces;
        std::set<qint64> runs;
        for (std::size_t i = 0; i < historySteps.size(); ++i) {
            Outcome found =
                m_file->eachRow(QStringLiteral("SELECT DISTINCT run FROM %1 WHERE series = ?").arg(chunksOf(i)),
                                {series->id}, [&runs](const QSqlQuery &row) {
                                    runs.insert(row.value(0).toLongLong());
                                    return true;
                                });
            if (!found) {
                return found;
            }
        }
        for (const qint64 run : runs) {
            if (Outcome done = readRun(*series, run, range, step, pieces); !done) {
                return done;
            }
        }
        if (Outcome done = readTicks(*series, range, pieces); !done) {
            return done;
        }
        history = merged(pieces, series->figures);
        foldBounds(history);
        return Done{};
    });
    if (!read) {
        return read.error();
    }
    return history;
}

/// Reads the requested step where it exists, finer steps for the time after it, which are not rolled up yet, and longer
/// steps for the time before it.
Outcome HistoryReader::readRun(const Series &series, qint64 run, TimeRange range, std::size_t step,
                               std::vector<Piece> &pieces)
{
    struct Reach {
        milliseconds begin = always, end = never;
        [[nodiscard]] bool isEmpty() const { return begin == always; }
    };
    std::array<Reach, historySteps.size()> reaches;
    for (std::size_t i = 0; i < reaches.size(); ++i) {
        for (const char *order : {"ASC", "DESC"}) {
            Outcome found = m_file->eachRow(
                QStringLiteral("SELECT first, last FROM %1 WHERE series = ? AND run = ? ORDER BY first %2 LIMIT 1")
                    .arg(chunksOf(i), QLatin1String(order)),
                {series.id, run}, [&](const QSqlQuery &row) {
                    Reach &reach = reaches.at(i);
                    reach.begin = std::min(reach.begin, milliseconds(row.value(0).toLongLong()));
                    reach.end = std::max(reach.end, endOf(milliseconds(row.value(1).toLongLong()), i));
                    return false;
                });
            if (!found) {
                return found;
            }
        }
    }
    struct Part {
        std::size_t step;
        milliseconds from, to; ///< `to` excluded
    };
    std::vector<Part> parts;
    milliseconds reached = never; // end of the time covered
    for (std::size_t i = step + 1; i-- > 0;) {
        if (!reaches.at(i).isEmpty() && reaches.at(i).end > reached) {
            parts.push_back({i, std::max(reached, reaches.at(i).begin), always});
            if (parts.size() > 1) {
                parts[parts.size() - 2].to = parts.back().from;
            }
            reached = reaches.at(i).end;
        }
    }
    milliseconds begin = parts.empty() ? always : parts.front().from;
    for (std::size_t i = step + 1; i < reaches.size(); ++i) {
        const milliseconds width = historySteps.at(i).width;
        // A step begins before its first sample, which is no evidence of earlier data.
        if (reaches.at(i).isEmpty() || (begin != always && reaches.at(i).begin >= stepBegin(begin, width))) {
            continue;
        }
        // Finer points within the last longer step are dropped, so that no time counts twice.
        const milliseconds to =
            begin == always ? always : std::min(stepBegin(begin + width - milliseconds(1), width), reaches.at(i).end);
        for (Part &part : parts) {
            part.from = std::max(part.from, to);
        }
        parts.push_back({i, never, to});
        begin = reaches.at(i).begin;
    }
    for (const Part &part : parts) {
        const TimeRange within{std::max(part.from, range.from),
                               part.to == always ? range.to : std::min(part.to - milliseconds(1), range.to)};
        if (within.from <= within.to) {
            if (Outcome done = readChunks(series, run, within, part.step, pieces); !done) {
                return done;
            }
        }
    }
    return Done{};
}

Outcome HistoryReader::readChunks(const Series &series, qint64 run, TimeRange range, std::size_t step,
                                  std::vector<Piece> &pieces)
{
    return m_file->eachRow(
        QStringLiteral("SELECT points, first, last FROM %1 WHERE series = ? AND run = ? AND last >= ? AND first <= ?"
                       " ORDER BY first")
            .arg(chunksOf(step)),
        {series.id, run, qint64(range.from.count()), qint64(range.to.count())}, [&](const QSqlQuery &row) {
            if (auto columns = unpackChunk(row.value(0).toByteArray(), step)) {
                const milliseconds width = historySteps.at(step).width;
                const milliseconds spacing = spacingOf(columns->times, width);
                cut(*columns, range);
                pieces.push_back(
                    {std::move(*columns), std::max(spacing, width), Seconds(step == 0 ? spacing : width).count()});
            } else {
                m_damaged.add({milliseconds(row.value(1).toLongLong()), milliseconds(row.value(2).toLongLong())});
            }
            return true;
        });
}

Outcome HistoryReader::readTicks(const Series &series, TimeRange range, std::vector<Piece> &pieces)
{
    const Result<qint64> whole =
        m_file->number(QStringLiteral("SELECT id FROM ticks WHERE id <= ? AND whole = 1 ORDER BY id DESC LIMIT 1"),
                       {series.sealed + 1});
    const Result<qint64> any = m_file->number(
        QStringLiteral("SELECT COUNT(*) FROM (SELECT 1 FROM ticks WHERE id > ? AND time BETWEEN ? AND ? LIMIT 1)"),
        {series.sealed, qint64(range.from.count()), qint64(range.to.count())});
    if (!whole || !any) {
        return whole ? any.error() : whole.error();
    }
    if (*any == 0) {
        return Done{};
    }
    Ticks ticks;
    HistoryColumns columns;
    Outcome read = m_file->eachRow(ticksFrom, {*whole}, [&](const QSqlQuery &row) {
        const milliseconds time(row.value(1).toLongLong());
        const bool wasDamaged = ticks.isDamaged();
        const bool isKnown = ticks.next(row);
        if (row.value(0).toLongLong() <= series.sealed || time < range.from || time > range.to) {
            return true;
        }
        if (!isKnown) {
            if (ticks.isDamaged()) {
                m_damaged.add({time, time}, !wasDamaged);
            }
            return true;
        }
        const auto own = ticks.of(series.id);
        if (own.empty()) {
            return true;
        }
        if (columns.figures.size() < own.size()) {
            columns.figures.resize(own.size());
        }
        for (std::size_t i = 0; i < columns.figures.size(); ++i) {
            columns.figures[i].low.resize(columns.size(), unknownValue);
            columns.figures[i].low.push_back(i < own.size() ? own[i] : unknownValue);
        }
        columns.times.push_back(time);
        return true;
    });
    if (!read) {
        return read;
    }
    const milliseconds width = historySteps.front().width;
    const milliseconds spacing = spacingOf(columns.times, width);
    pieces.push_back({std::move(columns), std::max(spacing, width), Seconds(spacing).count()});
    return Done{};
}

namespace {

/// Converts rows to points of the given width, counted from `from`.
FigurePoints pointsOf(const CollectionHistory &history, std::size_t figure, milliseconds from, milliseconds width)
{
    FigurePoints found;
    found.width = width;
    const HistoryColumns &columns = history.columns;
    const HistoryBand &band = columns.figures[figure];
    double seconds = 0;
    milliseconds step = never;
    std::optional<std::size_t> before;
    milliseconds time = never, timeStep = never; // shared by all figures of the collection, known or not
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const milliseconds begin = from + stepBegin(columns.times[i] - from, width);
        time = begin == std::exchange(timeStep, begin) ? time : columns.times[i];
        if (std::isnan(band.low[i])) {
            continue;
        }
        const bool isAtLeast = !band.atLeast.empty() && band.atLeast[i] != 0;
        if (begin == step) {
            FigurePoints::Point &point = found.points.back();
            point.low = std::min(point.low, band.low[i]);
            point.high = std::max(point.high, band.high[i]);
            seconds += columns.seconds[i];
            point.mean += (band.mean[i] - point.mean) * (columns.seconds[i] / seconds);
            point.isAtLeast = point.isAtLeast || isAtLeast;
        } else {
            const milliseconds stands =
                before ? std::max(history.stands[*before], history.stands[i]) * 5 / 2 : milliseconds(0);
            const bool isGap = before && columns.times[i] - columns.times[*before] > std::max(width, stands);
            found.points.push_back({time, band.low[i], band.mean[i], band.high[i], isGap, isAtLeast});
            step = begin;
            seconds = columns.seconds[i];
        }
        found.width = std::max(width, history.stands[i]); // of the newest point, for detecting a gap after it
        before = i;
    }
    return found;
}

} // namespace

Result<std::vector<FigurePoints>> HistoryReader::points(const QString &name, const QString &kind,
                                                        const QStringList &figures, TimeRange range, int most)
{
    const milliseconds width =
        std::max(milliseconds(1), milliseconds((range.to - range.from).count() / std::max(1, most) + 1));
    const Result<CollectionHistory> history = collection(name, kind, range, width);
    if (!history) {
        return history.error();
    }
    std::vector<FigurePoints> found;
    for (const QString &figure : figures) {
        const auto column = history->figures.indexOf(figure);
        found.push_back(column < 0 ? FigurePoints{{}, width}
                                   : pointsOf(*history, static_cast<std::size_t>(column), range.from, width));
    }
    return found;
}

Result<FigurePoints> HistoryReader::points(const QString &name, const QString &kind, const QString &figure,
                                           TimeRange range, int most)
{
    Result<std::vector<FigurePoints>> found = points(name, kind, QStringList{figure}, range, most);
    if (!found) {
        return found.error();
    }
    return std::move(found->front());
}

Result<std::optional<TimeRange>> HistoryReader::range()
{
    std::optional<TimeRange> all;
    const Outcome read = m_file->reading([&]() -> Outcome {
        all.reset();
        for (std::size_t i = 0; i <= historySteps.size(); ++i) {
            Outcome found = m_file->eachRow(i < historySteps.size()
                                                ? QStringLiteral("SELECT MIN(first), MAX(last) FROM ") + chunksOf(i)
                                                : QStringLiteral("SELECT MIN(time), MAX(time) FROM ticks"),
                                            {}, [&all](const QSqlQuery &row) {
                                                if (!row.value(0).isNull()) {
                                                    const milliseconds first(row.value(0).toLongLong());
                                                    const milliseconds last(row.value(1).toLongLong());
                                                    all = all
                                                        ? TimeRange{std::min(all->from, first), std::max(all->to, last)}
                                                        : TimeRange{first, last};
                                                }
                                                return false;
                                            });
            if (!found) {
                return found;
            }
        }
        return Done{};
    });
    if (!read) {
        return read.error();
    }
    return all;
}

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
        return m_file->eachRow(
            QStringLiteral("SELECT id, name, kind, figures FROM series ORDER BY id"), {}, [&](const QSqlQuery &row) {
                const QStringList names = row.value(3).toString().split(u'\n', Qt::SkipEmptyParts);
                const qint64 series = row.value(0).toLongLong();
                Found &at = found[series];
                std::vector<double> &own = at.values;
                own.resize(static_cast<std::size_t>(names.size()), unknownFigure);
                const QString name = row.value(1).toString();
                const QString kind = row.value(2).toString();
                if (name.isEmpty() && kind == serverSeries) {
                    if (!moment.server || at.step.count() != 0) {
                        moment.server = serverOf(names, at);
                    }
                    return true;
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
                return true;
            });
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
            Outcome found = m_file->eachRow(QStringLiteral("SELECT points, first, last FROM %1 WHERE id IN (SELECT"
                                                           " MIN(id) FROM %1 GROUP BY last, first)")
                                                .arg(chunksOf(step)),
                                            {}, [&](const QSqlQuery &row) {
                                                const auto columns = unpackChunk(row.value(0).toByteArray(), step);
                                                if (columns) {
                                                    addParts(columns->times, step, parts);
                                                } else { // damaged, which is not a gap
                                                    parts.push_back({{milliseconds(row.value(1).toLongLong()),
                                                                      milliseconds(row.value(2).toLongLong())},
                                                                     historySteps.at(step).width});
                                                }
                                                return true;
                                            });
            if (!found) {
                return found;
            }
        }
        const auto times = m_file->rows(QStringLiteral("SELECT time FROM ticks ORDER BY id"), {},
                                        [](const QSqlQuery &row) { return milliseconds(row.value(0).toLongLong()); });
        if (!times) {
            return times.error();
        }
        addParts(*times, 0, parts);
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
    return m_file->eachRow(QStringLiteral("SELECT series, definition FROM judged WHERE id IN"
                                          " (SELECT MAX(id) FROM judged WHERE time <= ? GROUP BY series)"),
                           {qint64(time.count())}, [&found](const QSqlQuery &row) {
                               found[row.value(0).toLongLong()] = row.value(1).toByteArray();
                               return true;
                           });
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
    Ticks ticks;
    std::vector<milliseconds> times;
    Outcome read = m_file->eachRow(ticksFrom, {*whole}, [&](const QSqlQuery &row) {
        times.emplace_back(row.value(1).toLongLong());
        const bool isWanted = row.value(0).toLongLong() <= *tick; // the next one only for the interval
        if (isWanted) {
            ticks.next(row);
        }
        return isWanted;
    });
    if (!read) {
        return read;
    }
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
    return m_file->eachRow(
        QStringLiteral("SELECT series, points, first, last FROM %1 WHERE id IN (SELECT id FROM %1 WHERE"
                       " last >= ? AND first <= ?) ORDER BY id DESC")
            .arg(chunksOf(step)),
        {qint64((time - width).count()), qint64(time.count())}, [&](const QSqlQuery &row) {
            const qint64 series = row.value(0).toLongLong();
            if (found.contains(series)) {
                return true;
            }
            const auto columns = unpackChunk(row.value(1).toByteArray(), step);
            if (!columns) {
                m_damaged.add({milliseconds(row.value(2).toLongLong()), milliseconds(row.value(3).toLongLong())});
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
            return true;
        });
}

} // namespace plimsoll::redis

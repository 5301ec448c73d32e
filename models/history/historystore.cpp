// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/historystore.h"

#include "models/text/format.h"
#include "redis/types/rate.h"
#include "redis/types/workspacechange.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A series takes 33.1, 17.7 or 7.5 KiB.
constexpr HistoryShapes shapesOf(std::size_t detail)
{
    HistoryShapes shapes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const milliseconds step = ringSpecs.at(i).steps.at(detail);
        const bool whole = i == 0; // every tick, possibly closer than the step: 1,000 at 0.9 s
        const milliseconds length = ringSpecs.at(i).length + (whole ? seconds(100) : seconds(0));
        shapes.at(i) = {static_cast<std::size_t>((length + step - milliseconds(1)) / step), step, !whole};
    }
    return shapes;
}
constexpr std::array details{shapesOf(0), shapesOf(1), shapesOf(2)};
static_assert(details.front().front().columns == 1000);

/// Maximum size of the rings, so that 10,000 collections keep the program under 250 MiB.
constexpr std::size_t budget = 100ULL * 1024 * 1024;
/// Closer ticks are merged anyway, and a late one among them is not a gap.
constexpr milliseconds shortestInterval{1000};

std::size_t bytesPerSeries(const HistoryShapes &shapes)
{
    std::size_t numbers = 0;
    for (const HistoryRing::Shape &shape : shapes) {
        numbers += shape.columns * (shape.range ? 3 : 1);
    }
    return numbers * sizeof(double);
}

HistoryScope scopeFor(const SnapshotLayout &layout)
{
    const std::size_t all = static_cast<std::size_t>(layout.figureCount) + layout.parts.size();
    constexpr std::array<HistoryScope, 5> choices{{{true, 0}, {true, 1}, {true, 2}, {false, 0}, {false, 1}}};
    for (const HistoryScope &choice : choices) {
        const std::size_t series = choice.allFigures ? all : layout.rows.size();
        if (series * bytesPerSeries(details.at(choice.detail)) <= budget) {
            return choice;
        }
    }
    return {false, 2};
}

/// A figure as a point of its series; a figure of an unfinished reading is unknown.
double courseOf(double figure, quint8 notes)
{
    return isNoted(notes, FigureNote::Partial) ? unknownFigure : figure;
}

double courseOf(const Snapshot &snapshot, std::size_t row, int figure)
{
    const std::size_t place = snapshot.place(row, figure);
    return courseOf(snapshot.figures[place], snapshot.notes[place]);
}

using RowKey = std::pair<QString, const KindInfo *>;

bool sameFigures(std::span<const FigureSpec> a, std::span<const FigureSpec> b)
{
    return a.data() == b.data()
        || std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const FigureSpec &x, const FigureSpec &y) { return x.id == y.id; });
}

bool sameRows(const SnapshotLayout &a, const SnapshotLayout &b)
{
    const auto sameRow = [](const SnapshotLayout::Row &x, const SnapshotLayout::Row &y) {
        return x.name == y.name && x.kind == y.kind && sameFigures(x.figures(), y.figures())
            && x.firstPart == y.firstPart && x.partCount == y.partCount;
    };
    const auto samePart = [](const SnapshotLayout::Part &x, const SnapshotLayout::Part &y) { return x.key == y.key; };
    return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), sameRow)
        && std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), samePart);
}

/// A collection that was only renamed continues under its new name.
void takeRenamed(QHash<RowKey, std::size_t> &rows, const SnapshotLayout &before, const SnapshotLayout &next)
{
    const auto definition = [](const SnapshotLayout &layout, std::size_t row) {
        return layout.workspace && row < layout.workspace->collections.size() ? &layout.workspace->collections[row]
                                                                              : nullptr;
    };
    QHash<QByteArray, std::size_t> removed; // by first key
    QSet<RowKey> names;
    for (const SnapshotLayout::Row &row : next.rows) {
        names.insert({row.name, row.kind});
    }
    for (const auto &[key, row] : rows.asKeyValueRange()) {
        const CollectionDefinition *was = names.contains(key) ? nullptr : definition(before, row);
        if (was != nullptr && !was->keys.empty()) {
            removed.insert(was->keys.front().templates.front(), row);
        }
    }
    for (std::size_t i = 0; !removed.isEmpty() && i < next.rows.size(); ++i) {
        const RowKey key{next.rows[i].name, next.rows[i].kind};
        const CollectionDefinition *is = rows.contains(key) ? nullptr : definition(next, i);
        const auto was =
            is == nullptr || is->keys.empty() ? removed.end() : removed.find(is->keys.front().templates.front());
        if (was != removed.end() && isSameSource(before.workspace->collections[*was], *is)) {
            rows.insert(key, *was);
        }
    }
}

} // namespace

/// For every series of the next layout, the one that it continues, by the collection's name and kind or by its source.
std::vector<int> History::Store::origins(const SnapshotLayout &next) const
{
    QHash<RowKey, std::size_t> rowsBefore;
    if (layout) {
        rowsBefore.reserve(static_cast<qsizetype>(layout->rows.size()));
        for (std::size_t i = 0; i < layout->rows.size(); ++i) {
            rowsBefore.insert({layout->rows[i].name, layout->rows[i].kind}, i);
        }
        takeRenamed(rowsBefore, *layout, next);
    }
    const std::size_t figures = scope.allFigures ? static_cast<std::size_t>(next.figureCount) : next.rows.size();
    std::vector<int> result(figures + (scope.allFigures ? next.parts.size() : 0), -1);
    for (std::size_t i = 0; i < next.rows.size(); ++i) {
        const SnapshotLayout::Row &row = next.rows[i];
        const auto before = rowsBefore.constFind({row.name, row.kind});
        if (before == rowsBefore.constEnd()) {
            continue;
        }
        if (!scope.allFigures) {
            result[i] = static_cast<int>(*before);
            continue;
        }
        const SnapshotLayout::Row &was = layout->rows[*before];
        for (int f = 0; f < std::ssize(row.figures()); ++f) {
            const int same = row.ownFigures ? was.figureIndex(QString(row.figure(f).id)) : f;
            result[static_cast<std::size_t>(row.firstFigure) + static_cast<std::size_t>(f)] =
                same < 0 ? -1 : was.firstFigure + same;
        }
        partOrigins(next, i, *before, result);
    }
    return result;
}

/// In the same workspace a part continues the one in its position, because only periods have ended: the shard of the
/// current period, of the one before. After an edit it continues the one with the same key, or the one in its position
/// if that key is gone.
void History::Store::partOrigins(const SnapshotLayout &next, std::size_t row, std::size_t oldRow,
                                 std::vector<int> &into) const
{
    const auto partsOf = [](const SnapshotLayout &of, std::size_t index) {
        return std::span(of.parts).subspan(static_cast<std::size_t>(of.rows[index].firstPart),
                                           static_cast<std::size_t>(of.rows[index].partCount));
    };
    const auto indexOf = [](std::span<const SnapshotLayout::Part> parts, const QByteArray &key) {
        const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto &part) { return part.key == key; });
        return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
    };
    const auto now = partsOf(next, row);
    const auto before = partsOf(*layout, oldRow);
    const int firstBefore = layout->figureCount + layout->rows[oldRow].firstPart;
    const auto first = static_cast<std::size_t>(next.figureCount) + static_cast<std::size_t>(next.rows[row].firstPart);
    const bool havePeriodsEnded =
        next.workspace != nullptr && next.workspace == layout->workspace && now.size() == before.size();
    for (std::size_t p = 0; p < now.size(); ++p) {
        int origin = havePeriodsEnded ? static_cast<int>(p) : indexOf(before, now[p].key);
        if (origin < 0 && now.size() == before.size() && indexOf(now, before[p].key) < 0) {
            origin = static_cast<int>(p);
        }
        into[first + p] = origin < 0 ? -1 : firstBefore + origin;
    }
}

void History::Store::setLayout(const std::shared_ptr<const SnapshotLayout> &next)
{
    if (layout == next) {
        return;
    }
    if (layout && sameRows(*layout, *next)) {
        layout = next; // the layout of a new connection
        return;
    }
    rates.setRows(next->rows.size());
    const HistoryScope nextScope = scopeFor(*next);
    const bool continues = layout && nextScope == scope;
    std::vector<milliseconds> jumpedNext(static_cast<std::size_t>(next->figureCount), milliseconds::zero());
    if (continues) {
        const std::vector<int> from = origins(*next);
        carryJumps(*next, from, jumpedNext);
        for (HistoryRing &ring : rings.all) { // one at a time: frees the old ring before the next one is copied
            ring = HistoryRing(ring, from);
        }
    } else {
        scope = nextScope;
        const std::size_t series =
            scope.allFigures ? static_cast<std::size_t>(next->figureCount) + next->parts.size() : next->rows.size();
        rings = HistoryRings();
        rings = HistoryRings(details.at(scope.detail), series);
        lastTick.reset();
    }
    if (continues) {
        carryFollows(*next); // requests made from now on use the new rows
        wanted.clear();
    } else {
        followed = scope.allFigures ? HistoryRings() : HistoryRings(details.front(), followedSeries);
        follows.clear();
    }
    tick.resize(rings.all.front().seriesCount());
    layout = next;
    jumped = std::move(jumpedNext);
    if (!continues) {
        follow(wanted);
    }
}

void History::Store::carryJumps(const SnapshotLayout &next, const std::vector<int> &from,
                                std::vector<milliseconds> &into) const
{
    for (std::size_t row = 0; row < next.rows.size(); ++row) {
        const SnapshotLayout::Row &is = next.rows[row];
        for (int figure = 0; figure < std::ssize(is.figures()); ++figure) {
            const auto place = static_cast<std::size_t>(is.firstFigure) + static_cast<std::size_t>(figure);
            int before = from[scope.allFigures ? place : row];
            if (!scope.allFigures && before >= 0) {
                const SnapshotLayout::Row &was = layout->rows[static_cast<std::size_t>(before)];
                const int same = was.figureIndex(QString(is.figure(figure).id));
                before = same < 0 ? -1 : was.firstFigure + same;
            }
            into[place] = before < 0 ? milliseconds::zero() : jumped[static_cast<std::size_t>(before)];
        }
    }
}

/// Followed collections stay followed in the next layout, unless their parts changed.
void History::Store::carryFollows(const SnapshotLayout &next)
{
    const auto isGone = [&](Follow &follow) {
        const SnapshotLayout::Row &before = layout->rows[follow.row];
        const auto same = [&](const SnapshotLayout::Row &row) {
            return row.name == before.name && row.kind == before.kind && row.partCount == before.partCount;
        };
        const auto found = std::find_if(next.rows.begin(), next.rows.end(), same);
        follow.row = static_cast<std::size_t>(found - next.rows.begin());
        return found == next.rows.end();
    };
    std::erase_if(follows, isGone);
}

/// Creates the clock with the settings of the snapshot's workspace.
StateClock History::Store::makeClock() const
{
    StateClock::Pace made;
    if (latest != nullptr && latest->layout->workspace != nullptr) {
        made = {latest->layout->workspace->pollInterval, latest->layout->workspace->notify.unknownFor};
    }
    made.interval = pace.value_or(made.interval);
    return StateClock(made);
}

void History::Store::note(const SnapshotPtr &snapshot)
{
    constexpr std::ptrdiff_t mostEvents = 64;
    const milliseconds oldest = snapshot->serverTime - ringSpecs.back().length;
    latest = snapshot;
    const milliseconds now = snapshot->serverTime;
    const HistoryRing &ring = rings.all.front();
    rateColumn = ring.firstAt(now - rateWindow);
    recentColumn = ring.firstAt(now - std::chrono::seconds(30));
    bool hasJumped = false;
    for (std::size_t place = 0; place < jumped.size(); ++place) {
        if (isNoted(snapshot->notes[place], FigureNote::Jumped)) {
            jumped[place] = now;
            hasJumped = true;
        }
    }
    noteMemory(hasJumped);
    addEvents(events, snapshot->events);
    std::erase_if(events, [oldest](const ServerEvent &event) { return event.time < oldest; });
    if (std::ssize(events) > mostEvents) {
        events.erase(events.begin(), events.end() - mostEvents);
    }
}

/// Excludes the effects of our operations; a restarted server has a new memory size.
void History::Store::noteMemory(bool hasJumped)
{
    const ServerInfo &server = latest->server.summary();
    const QString of = server.address + u' ' + server.runId;
    if (hasJumped || (of != memoryOf && !memoryOf.isEmpty())) {
        memory.startAnew(latest->serverTime);
    }
    memoryOf = of;
    memory.add(latest->serverTime, server.usedMemory ? static_cast<double>(*server.usedMemory) : unknownFigure);
}

milliseconds History::Store::jumpedAt(std::size_t row, int figure) const
{
    const milliseconds at = jumped[latest->place(row, figure)];
    return at > latest->serverTime ? milliseconds::zero() : at; // the clock was set back since
}

/// Follows all series of a collection if they fit, else only its figures.
void History::Store::follow(const std::vector<std::size_t> &rows)
{
    if (!layout || scope.allFigures) {
        return;
    }
    std::vector<Follow> kept;
    std::vector<bool> taken(followedSeries, false);
    for (const Follow &before : follows) {
        if (std::find(rows.begin(), rows.end(), before.row) != rows.end()) {
            kept.push_back(before);
            std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(before.firstSeries), before.series, true);
        }
    }
    const auto place = [&](std::size_t row, std::size_t series) {
        const auto free = std::search_n(taken.begin(), taken.end(), static_cast<std::ptrdiff_t>(series), false);
        if (free == taken.end()) {
            return false;
        }
        const auto first = static_cast<std::size_t>(free - taken.begin());
        std::fill_n(free, series, true);
        for (HistoryRing &ring : followed.all) {
            for (std::size_t i = 0; i < series; ++i) {
                ring.forgetSeries(first + i);
            }
        }
        kept.push_back({row, first, series});
        return true;
    };
    for (const std::size_t row : rows) {
        const bool known = std::any_of(kept.begin(), kept.end(), [row](const auto &other) { return other.row == row; });
        if (!known && row < layout->rows.size()) {
            const SnapshotLayout::Row &at = layout->rows[row];
            const std::size_t figures = at.figures().size();
            if (!place(row, figures + static_cast<std::size_t>(at.partCount))) {
                static_cast<void>(place(row, figures));
            }
        }
    }
    follows = std::move(kept);
}

/// Current poll interval; zero while unknown.
milliseconds History::Store::interval() const
{
    const milliseconds asked = layout && layout->workspace ? layout->workspace->pollInterval : milliseconds::zero();
    return std::max(asked, std::min(lastInterval, intervalBefore));
}

bool History::Store::isGap(milliseconds time) const
{
    if (!lastTick) {
        return false;
    }
    const milliseconds passed = time - *lastTick;
    // The interval can change at any time: only the first ticks of a longer one look like a gap.
    const bool missing = interval() > milliseconds::zero() && 2 * passed > 5 * std::max(interval(), shortestInterval);
    return gapAt.has_value() || passed < milliseconds::zero() || missing;
}

void History::Store::write(const Snapshot &snapshot)
{
    if (!scope.allFigures) {
        for (std::size_t i = 0; i < layout->rows.size(); ++i) {
            tick[i] = courseOf(snapshot, i, layout->rows[i].kind->mainFigure);
        }
    } else {
        std::transform(snapshot.figures.begin(), snapshot.figures.end(), snapshot.notes.begin(), tick.begin(),
                       [](double figure, quint8 notes) { return courseOf(figure, notes); });
        std::copy(snapshot.parts.begin(), snapshot.parts.end(), tick.begin() + layout->figureCount);
    }
    rings.write(tick);
}

void History::Store::writeFollowed(const Snapshot &snapshot)
{
    std::vector<double> values;
    for (const Follow &follow : follows) {
        values.clear();
        const SnapshotLayout::Row &row = layout->rows[follow.row];
        for (int figure = 0; figure < static_cast<int>(row.figures().size()); ++figure) {
            values.push_back(courseOf(snapshot, follow.row, figure));
        }
        for (int p = 0; p < row.partCount; ++p) {
            values.push_back(snapshot.parts[static_cast<std::size_t>(row.firstPart) + static_cast<std::size_t>(p)]);
        }
        followed.write(std::span(values).first(follow.series), follow.firstSeries);
    }
}

std::optional<HistorySeries> History::Store::figureSeries(std::size_t row, int figure) const
{
    if (!layout || row >= layout->rows.size() || figure < 0
        || static_cast<std::size_t>(figure) >= layout->rows[row].figures().size()) {
        return std::nullopt;
    }
    if (scope.allFigures) {
        return HistorySeries{&rings, static_cast<std::size_t>(layout->rows[row].firstFigure + figure)};
    }
    if (figure == layout->rows[row].kind->mainFigure) {
        return HistorySeries{&rings, row};
    }
    for (const Follow &follow : follows) {
        if (follow.row == row && static_cast<std::size_t>(figure) < follow.series) {
            return HistorySeries{&followed, follow.firstSeries + static_cast<std::size_t>(figure)};
        }
    }
    return std::nullopt;
}

std::optional<HistorySeries> History::Store::partSeries(std::size_t part) const
{
    if (!layout || part >= layout->parts.size()) {
        return std::nullopt;
    }
    if (scope.allFigures) {
        return HistorySeries{&rings, static_cast<std::size_t>(layout->figureCount) + part};
    }
    for (const Follow &follow : follows) {
        const SnapshotLayout::Row &row = layout->rows[follow.row];
        const auto first = static_cast<std::size_t>(row.firstPart);
        const std::size_t series = row.figures().size() + part - first;
        if (part >= first && part < first + static_cast<std::size_t>(row.partCount) && series < follow.series) {
            return HistorySeries{&followed, follow.firstSeries + series};
        }
    }
    return std::nullopt;
}

/// The ring with the highest resolution that reaches far enough back.
const HistoryRing &History::Store::ringOf(const HistoryRings &of, const Reach &reach) const
{
    std::size_t ring = spans.at(static_cast<std::size_t>(reach.span)).ring;
    if (!reach.isLive() && lastTick) {
        ring = 0;
        while (ring + 1 < ringSpecs.size() && reach.from < *lastTick - ringSpecs.at(ring).length) {
            ++ring;
        }
    }
    return of.all.at(ring);
}

const HistoryRing &History::Store::ringFor(const HistoryRings &of, milliseconds length)
{
    const auto found = std::find_if(ringSpecs.begin(), ringSpecs.end() - 1,
                                    [length](const RingSpec &spec) { return spec.length >= length; });
    return of.all.at(static_cast<std::size_t>(found - ringSpecs.begin()));
}

Series History::Store::read(const std::optional<HistorySeries> &ref, const Reach &reach) const
{
    Series series;
    if (!ref || !lastTick) {
        return series;
    }
    const milliseconds newest = gapAt ? std::max(*gapAt, *lastTick) : *lastTick;
    const HistoryRing &ring = ringOf(*ref->rings, reach);
    series.points = ring.points(ref->series, reach.isLive() ? newest - spanLength(reach.span) : reach.from);
    if (reach.drawn > milliseconds::zero()) { // earlier points only show that there is more to draw
        const auto drawn = ringFor(*ref->rings, reach.drawn).points(ref->series, newest - reach.drawn);
        const milliseconds begin = drawn.empty() ? newest : drawn.front().time;
        std::erase_if(series.points, [begin](const Series::Point &point) { return point.time >= begin; });
        series.points.insert(series.points.end(), drawn.begin(), drawn.end());
    }
    if (gapAt && *gapAt > *lastTick && !series.points.empty()) {
        Series::Point gap;
        gap.time = *gapAt;
        series.points.push_back(gap);
    }
    if (!reach.isLive()) {
        std::erase_if(series.points, [&reach](const Series::Point &point) { return point.time > reach.to; });
    }
    return series;
}

Rate History::Store::workOut(const HistorySeries &of, milliseconds since) const
{
    const HistoryRing &ring = of.rings->all.front();
    // A sample is enough, because 10,000 rates are computed per tick. It includes the newest value; before the last 30
    // s, few values suffice to show the variation.
    constexpr std::size_t enough = 28;
    constexpr std::size_t recently = 12;
    const std::size_t newest = ring.size() - 1;
    const auto stepsFrom = [newest](std::size_t column, std::size_t steps) {
        return 1 + (newest - std::min(newest, column)) / steps;
    };
    const std::size_t recent = stepsFrom(recentColumn, recently);
    const std::size_t old = stepsFrom(rateColumn, enough - recently);
    std::array<CountsFrom, enough + 1> points;
    std::size_t at = points.size();
    for (std::size_t back = 0; at > 0 && newest >= rateColumn + back;
         back += newest - back > recentColumn ? recent : old) {
        const std::size_t column = newest - back;
        const std::chrono::milliseconds time = ring.column(column).time;
        if (time < since) {
            break;
        }
        if (const double count = ring.value(column, of.series); isKnown(count)) {
            points.at(--at) = {time};
            points.at(at).add(time, count);
        }
    }
    Rate rate = rateOf(std::span(points).subspan(at), ring.column(newest).time);
    rate.anewAt = since >= ring.column(newest).time - rateWindow ? since : milliseconds::zero();
    return rate;
}

} // namespace plimsoll::models

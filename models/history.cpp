// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history.h"

#include "models/historyrings.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::models {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr int levels = 3;
using Shapes = std::array<HistoryRing::Shape, levels>; ///< by Span

/// 1,000 columns of 0.9 s at least are the quarter of an hour. A series takes 16.7, 9.0 and 3.9 KiB.
constexpr std::array<Shapes, 3> details{{
    {{{1000, seconds(1), false}, {360, seconds(10), true}, {720, minutes(2), true}}},
    {{{1000, seconds(1), false}, {180, seconds(20), true}, {240, minutes(6), true}}},
    {{{334, seconds(3), false}, {90, seconds(40), true}, {120, minutes(12), true}}},
}};

/// What the rings may take, so that 10,000 collections leave the program under 250 MiB (issue: benchmark d).
constexpr std::size_t budget = 100ULL * 1024 * 1024;
/// Series kept for the collections a person follows where not all figures are.
constexpr std::size_t followedSeries = 256;

constexpr minutes growthSpan{5};
constexpr seconds shortestGrowth{10};
/// Ticks closer than this are merged anyway, and a late one among them is no gap.
constexpr milliseconds shortestInterval{1000};

std::size_t bytesPerSeries(const Shapes &shapes)
{
    std::size_t floats = 0;
    for (const HistoryRing::Shape &shape : shapes) {
        floats += shape.columns * (shape.range ? 3 : 1);
    }
    return floats * sizeof(float);
}

/// How much is kept of a workspace.
struct Scope {
    bool allFigures = true;
    std::size_t detail = 0;
    friend bool operator==(const Scope &, const Scope &) = default;
};

Scope scopeFor(const SnapshotLayout &layout)
{
    const std::size_t all = static_cast<std::size_t>(layout.figureCount) + layout.parts.size();
    constexpr std::array<Scope, 4> choices{{{true, 0}, {true, 1}, {false, 0}, {false, 1}}};
    for (const Scope &choice : choices) {
        const std::size_t series = choice.allFigures ? all : layout.rows.size();
        if (series * bytesPerSeries(details.at(choice.detail)) <= budget) {
            return choice;
        }
    }
    return {false, 2};
}

/// The rings of the three spans, for the same series.
struct Rings {
    Rings() = default;
    Rings(const Shapes &shapes, std::size_t series)
    {
        for (std::size_t i = 0; i < levels; ++i) {
            spans.at(i) = HistoryRing(shapes.at(i), series);
        }
    }

    void beginTick(milliseconds time, bool gap, milliseconds sinceLast)
    {
        for (HistoryRing &ring : spans) {
            // A gap shorter than a coarse step is no gap there.
            ring.beginTick(time, gap && (!ring.shape().range || sinceLast >= ring.shape().step));
        }
    }
    void write(std::span<const float> values, std::size_t firstSeries = 0)
    {
        for (HistoryRing &ring : spans) {
            ring.write(values, firstSeries);
        }
    }

    std::array<HistoryRing, levels> spans;
};

struct SeriesRef {
    const Rings *rings = nullptr;
    std::size_t series = 0;
};

using RowKey = std::pair<QString, const KindInfo *>;

bool sameRows(const SnapshotLayout &a, const SnapshotLayout &b)
{
    const auto sameRow = [](const SnapshotLayout::Row &x, const SnapshotLayout::Row &y) {
        return x.name == y.name && x.kind == y.kind && x.firstPart == y.firstPart && x.partCount == y.partCount;
    };
    const auto samePart = [](const SnapshotLayout::Part &x, const SnapshotLayout::Part &y) { return x.key == y.key; };
    return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), sameRow)
        && std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), samePart);
}

} // namespace

milliseconds spanLength(Span span)
{
    static constexpr std::array<milliseconds, levels> lengths{minutes(15), hours(1), hours(24)};
    return lengths.at(static_cast<std::size_t>(span));
}

struct History::Store {
    std::shared_ptr<const SnapshotLayout> layout;
    Scope scope;
    Rings rings;
    std::vector<float> tick; ///< the values of a tick in the order of the series

    Rings followed; ///< only where not all figures are kept
    struct Follow {
        std::size_t row = 0;
        std::size_t firstSeries = 0; ///< figures, then parts
        std::size_t series = 0;
    };
    std::vector<Follow> follows;

    std::optional<milliseconds> lastTick;
    milliseconds lastInterval{}, intervalBefore{};
    std::optional<milliseconds> gapAt; ///< noted and not yet followed by a tick
    std::size_t growthColumn = 0; ///< the first column of the last five minutes

    void setLayout(const std::shared_ptr<const SnapshotLayout> &next);
    void carryFollows(const SnapshotLayout &next);
    [[nodiscard]] std::vector<int> origins(const SnapshotLayout &next) const;
    void partOrigins(const SnapshotLayout &next, std::size_t row, std::size_t oldRow, std::vector<int> &into) const;
    void write(const Snapshot &snapshot);
    void writeFollowed(const Snapshot &snapshot);
    [[nodiscard]] bool isGap(milliseconds time) const;
    [[nodiscard]] milliseconds interval() const;
    [[nodiscard]] std::optional<SeriesRef> figureSeries(std::size_t row, int figure) const;
    [[nodiscard]] std::optional<SeriesRef> partSeries(std::size_t part) const;
    [[nodiscard]] Series read(const std::optional<SeriesRef> &ref, Span span) const;
};

/// For every series of the next layout the one it continues, by name and kind of the collection.
std::vector<int> History::Store::origins(const SnapshotLayout &next) const
{
    QHash<RowKey, std::size_t> rowsBefore;
    if (layout) {
        rowsBefore.reserve(static_cast<qsizetype>(layout->rows.size()));
        for (std::size_t i = 0; i < layout->rows.size(); ++i) {
            rowsBefore.insert({layout->rows[i].name, layout->rows[i].kind}, i);
        }
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
        for (std::size_t f = 0; f < row.kind->figures.size(); ++f) {
            result[static_cast<std::size_t>(row.firstFigure) + f] =
                layout->rows[*before].firstFigure + static_cast<int>(f);
        }
        partOrigins(next, i, *before, result);
    }
    return result;
}

/// A part continues the one of the same key, else the one in its place when that key is gone: a period that ended.
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
    const std::size_t first = static_cast<std::size_t>(next.figureCount + next.rows[row].firstPart);
    for (std::size_t p = 0; p < now.size(); ++p) {
        int origin = indexOf(before, now[p].key);
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
        layout = next; // after a reconnect
        return;
    }
    const Scope nextScope = scopeFor(*next);
    const bool continues = layout && nextScope == scope;
    if (continues) {
        const std::vector<int> from = origins(*next);
        for (HistoryRing &ring : rings.spans) { // one after the other: the old one is freed before the next is made
            ring = HistoryRing(ring, from);
        }
    } else {
        scope = nextScope;
        const std::size_t series =
            scope.allFigures ? static_cast<std::size_t>(next->figureCount) + next->parts.size() : next->rows.size();
        rings = Rings();
        rings = Rings(details.at(scope.detail), series);
        lastTick.reset();
    }
    if (continues) {
        carryFollows(*next);
    } else {
        followed = scope.allFigures ? Rings() : Rings(details.front(), followedSeries);
        follows.clear();
    }
    tick.resize(rings.spans.front().seriesCount());
    layout = next;
}

/// Followed collections stay followed in the next layout; one whose parts are others is not.
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

/// The interval in force; zero when nothing tells it yet.
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
    // The interval can be changed at any time: the first ticks of a longer one look like a gap, later ones do not.
    const bool missing = interval() > milliseconds::zero() && 2 * passed > 5 * std::max(interval(), shortestInterval);
    return gapAt.has_value() || passed < milliseconds::zero() || missing;
}

void History::Store::write(const Snapshot &snapshot)
{
    if (!scope.allFigures) {
        for (std::size_t i = 0; i < layout->rows.size(); ++i) {
            tick[i] = static_cast<float>(snapshot.figure(i, layout->rows[i].kind->mainFigure));
        }
    } else {
        const auto toFloat = [](double value) { return static_cast<float>(value); };
        const auto parts = std::transform(snapshot.figures.begin(), snapshot.figures.end(), tick.begin(), toFloat);
        std::transform(snapshot.parts.begin(), snapshot.parts.end(), parts, toFloat);
    }
    rings.write(tick);
}

void History::Store::writeFollowed(const Snapshot &snapshot)
{
    std::vector<float> values;
    for (const Follow &follow : follows) {
        values.clear();
        for (const double figure : snapshot.figuresOf(follow.row)) {
            values.push_back(static_cast<float>(figure));
        }
        const SnapshotLayout::Row &row = layout->rows[follow.row];
        for (int p = 0; p < row.partCount; ++p) {
            values.push_back(static_cast<float>(snapshot.parts[static_cast<std::size_t>(row.firstPart + p)]));
        }
        followed.write(std::span(values).first(follow.series), follow.firstSeries);
    }
}

std::optional<SeriesRef> History::Store::figureSeries(std::size_t row, int figure) const
{
    if (!layout || row >= layout->rows.size() || figure < 0
        || static_cast<std::size_t>(figure) >= layout->rows[row].kind->figures.size()) {
        return std::nullopt;
    }
    if (scope.allFigures) {
        return SeriesRef{&rings, static_cast<std::size_t>(layout->rows[row].firstFigure + figure)};
    }
    if (figure == layout->rows[row].kind->mainFigure) {
        return SeriesRef{&rings, row};
    }
    for (const Follow &follow : follows) {
        if (follow.row == row && static_cast<std::size_t>(figure) < follow.series) {
            return SeriesRef{&followed, follow.firstSeries + static_cast<std::size_t>(figure)};
        }
    }
    return std::nullopt;
}

std::optional<SeriesRef> History::Store::partSeries(std::size_t part) const
{
    if (!layout || part >= layout->parts.size()) {
        return std::nullopt;
    }
    if (scope.allFigures) {
        return SeriesRef{&rings, static_cast<std::size_t>(layout->figureCount) + part};
    }
    for (const Follow &follow : follows) {
        const SnapshotLayout::Row &row = layout->rows[follow.row];
        const std::size_t first = static_cast<std::size_t>(row.firstPart);
        const std::size_t series = row.kind->figures.size() + part - first;
        if (part >= first && part < first + static_cast<std::size_t>(row.partCount) && series < follow.series) {
            return SeriesRef{&followed, follow.firstSeries + series};
        }
    }
    return std::nullopt;
}

Series History::Store::read(const std::optional<SeriesRef> &ref, Span span) const
{
    Series series;
    if (!ref || !lastTick) {
        return series;
    }
    const milliseconds newest = gapAt ? std::max(*gapAt, *lastTick) : *lastTick;
    const HistoryRing &ring = ref->rings->spans.at(static_cast<std::size_t>(span));
    series.points = ring.points(ref->series, newest - spanLength(span));
    if (gapAt && *gapAt > *lastTick && !series.points.empty()) {
        Series::Point gap;
        gap.time = *gapAt;
        series.points.push_back(gap);
    }
    return series;
}

History::History(QObject *parent) : QObject(parent), m_store(std::make_unique<Store>()) { }

History::~History() = default;

void History::apply(const SnapshotPtr &snapshot)
{
    Store &store = *m_store;
    store.setLayout(snapshot->layout);
    const milliseconds time = snapshot->serverTime;
    const bool gap = store.isGap(time);
    const milliseconds passed = store.lastTick ? time - *store.lastTick : milliseconds::zero();
    // A clock that was set back is a gap on every scale, else one as long as it was.
    const milliseconds gapLength = passed < milliseconds::zero() ? milliseconds::max() : passed;
    store.rings.beginTick(time, gap, gapLength);
    store.write(*snapshot);
    if (!store.scope.allFigures) {
        store.followed.beginTick(time, gap, gapLength);
        store.writeFollowed(*snapshot);
    }
    if (passed > milliseconds::zero()) {
        store.intervalBefore = store.lastInterval == milliseconds::zero() ? passed : store.lastInterval;
        store.lastInterval = passed;
    }
    store.lastTick = time;
    store.gapAt.reset();
    store.growthColumn = store.rings.spans.front().firstAt(time - growthSpan);
    emit changed();
}

void History::noteGap(milliseconds time)
{
    if (m_store->lastTick) {
        m_store->gapAt = time;
        emit changed();
    }
}

void History::clear()
{
    m_store = std::make_unique<Store>();
    emit changed();
}

void History::setFollowed(const std::vector<std::size_t> &rows)
{
    Store &store = *m_store;
    if (!store.layout || store.scope.allFigures) {
        return;
    }
    std::vector<Store::Follow> kept;
    std::vector<bool> taken(followedSeries, false);
    for (const Store::Follow &follow : store.follows) {
        if (std::find(rows.begin(), rows.end(), follow.row) != rows.end()) {
            kept.push_back(follow);
            std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(follow.firstSeries), follow.series, true);
        }
    }
    for (const std::size_t row : rows) {
        const bool known =
            std::any_of(kept.begin(), kept.end(), [row](const auto &follow) { return follow.row == row; });
        if (known || row >= store.layout->rows.size()) {
            continue;
        }
        const SnapshotLayout::Row &at = store.layout->rows[row];
        const std::size_t wanted = at.kind->figures.size() + static_cast<std::size_t>(at.partCount);
        const auto free = std::search_n(taken.begin(), taken.end(), static_cast<std::ptrdiff_t>(wanted), false);
        if (free == taken.end()) {
            continue;
        }
        const auto first = static_cast<std::size_t>(free - taken.begin());
        std::fill_n(free, wanted, true);
        for (HistoryRing &ring : store.followed.spans) {
            for (std::size_t i = 0; i < wanted; ++i) {
                ring.forgetSeries(first + i);
            }
        }
        kept.push_back({row, first, wanted});
    }
    store.follows = std::move(kept);
}

Series History::figure(std::size_t row, int figure, Span span) const
{
    return m_store->read(m_store->figureSeries(row, figure), span);
}

Series History::part(std::size_t part, Span span) const
{
    return m_store->read(m_store->partSeries(part), span);
}

std::vector<float> History::recent(std::size_t row, int count) const
{
    std::vector<float> values;
    const Store &store = *m_store;
    if (!store.layout || row >= store.layout->rows.size() || count <= 0) {
        return values;
    }
    const auto ref = store.figureSeries(row, store.layout->rows[row].kind->mainFigure);
    const HistoryRing &ring = ref->rings->spans.front();
    const std::size_t wanted = std::min(static_cast<std::size_t>(count), ring.size());
    values.reserve(wanted + 4);
    for (std::size_t i = ring.size() - wanted; i < ring.size(); ++i) {
        if (ring.column(i).gapBefore && !values.empty()) {
            values.push_back(std::numeric_limits<float>::quiet_NaN());
        }
        values.push_back(ring.value(i, ref->series));
    }
    const auto surplus = static_cast<std::ptrdiff_t>(values.size()) - count;
    if (surplus > 0) {
        values.erase(values.begin(), values.begin() + surplus);
    }
    return values;
}

double History::changePerMinute(std::size_t row, int figure) const
{
    const Store &store = *m_store;
    const auto ref = store.figureSeries(row, figure);
    if (!ref) {
        return unknownFigure;
    }
    const HistoryRing &ring = ref->rings->spans.front();
    if (ring.size() == 0) {
        return unknownFigure;
    }
    const std::size_t newest = ring.size() - 1;
    const float now = ring.value(newest, ref->series);
    // Only the first known value counts: at the start of a collection's history the columns before are unknown.
    for (std::size_t i = store.growthColumn; i < newest && !std::isnan(now); ++i) {
        const float before = ring.value(i, ref->series);
        const milliseconds passed = ring.column(newest).time - ring.column(i).time;
        if (passed < shortestGrowth) {
            break;
        }
        if (!std::isnan(before)) {
            return (static_cast<double>(now) - static_cast<double>(before)) * 60'000
                / static_cast<double>(passed.count());
        }
    }
    return unknownFigure;
}

double History::valueAt(std::size_t row, int figure, milliseconds time) const
{
    const auto ref = m_store->figureSeries(row, figure);
    if (!ref) {
        return unknownFigure;
    }
    for (const HistoryRing &ring : ref->rings->spans) {
        const milliseconds within = std::max(2 * ring.shape().step, m_store->interval() * 5 / 2);
        const bool covered = ring.size() > 0 && ring.column(0).time <= time + within;
        if (const double value = covered ? ring.nearest(ref->series, time, within) : unknownFigure; isKnown(value)) {
            return value;
        }
    }
    return unknownFigure;
}

std::size_t History::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const Rings *rings : {&m_store->rings, &m_store->followed}) {
        for (const HistoryRing &ring : rings->spans) {
            bytes += ring.bytes();
        }
    }
    return bytes;
}

} // namespace plimsoll::models

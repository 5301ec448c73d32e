// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/historystore.h"

#include <algorithm>
#include <utility>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

/// The rate that the snapshot itself holds.
double recordedRate(const Snapshot &snapshot, std::size_t row, int figure)
{
    if (row >= snapshot.size()) {
        return unknownFigure;
    }
    const KindInfo &kind = *snapshot.layout->rows[row].kind;
    const int own = figure == kind.mainFigure ? kind.figureIndex(Means::Growth) : -1;
    return own < 0 ? unknownFigure : snapshot.figure(row, own);
}

/// Returns the ranges between known values in which there is an unknown one, and those at the ends.
std::vector<TimeRange> gapsOf(const Series &series)
{
    std::vector<TimeRange> gaps;
    bool isGap = false;
    milliseconds from = series.points.empty() ? milliseconds() : series.points.front().time;
    for (const Series::Point &point : series.points) {
        if (!isKnown(point.value)) {
            isGap = true;
            continue;
        }
        if (std::exchange(isGap, false)) {
            gaps.push_back({from, point.time});
        }
        from = point.time;
    }
    if (isGap) {
        gaps.push_back({from, series.points.back().time});
    }
    return gaps;
}

/// Adds the points of another series to those of `all`; at a common time a known value counts.
void addPoints(Series &all, const Series &other)
{
    std::vector<Series::Point> points;
    points.reserve(std::max(all.points.size(), other.points.size()));
    auto a = all.points.begin();
    auto b = other.points.begin();
    while (a != all.points.end() || b != other.points.end()) {
        if (b == other.points.end() || (a != all.points.end() && a->time < b->time)) {
            points.push_back(*a++);
        } else if (a == all.points.end() || b->time < a->time) {
            points.push_back(*b++);
        } else {
            points.push_back(isKnown(a->value) ? *a : *b);
            ++a;
            ++b;
        }
    }
    all.points = std::move(points);
}

} // namespace

History::History(QObject *parent) : QObject(parent), m_store(std::make_unique<Store>()) { }

History::~History() = default;

void History::apply(const SnapshotPtr &snapshot)
{
    Store &store = *m_store;
    store.setLayout(snapshot->layout);
    store.rates.beginTick();
    const milliseconds time = snapshot->serverTime;
    const bool gap = store.isGap(time);
    const milliseconds passed = store.lastTick ? time - *store.lastTick : milliseconds::zero();
    // If the clock was set back, the gap applies to all rings; otherwise its length decides.
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
    store.note(snapshot);
    if (!store.clock) {
        store.clock = store.makeClock();
        store.clock->restore(std::exchange(store.savedStates, {}));
    }
    store.clock->apply(*snapshot);
    store.judged = store.clock->judged(snapshot);
    emit changed();
}

SnapshotPtr History::judged() const
{
    return m_store->judged;
}

void History::restoreStates(const QByteArray &saved)
{
    Store &store = *m_store;
    if (!store.clock) {
        store.savedStates = saved;
        return;
    }
    store.clock = store.makeClock();
    store.clock->restore(saved);
    store.clock->apply(*store.latest);
    store.judged = store.clock->judged(store.latest);
    emit changed();
}

void History::setInterval(milliseconds interval)
{
    m_store->pace = interval;
    if (m_store->clock) {
        m_store->clock->setInterval(interval);
    }
}

void History::noteGap(milliseconds time)
{
    if (m_store->lastTick) {
        m_store->gapAt = time;
        m_store->clock->away(time, {});
        emit changed();
    }
}

void History::lookAt(const MomentPtr &moment)
{
    m_store->moment = moment;
}

const MomentPtr &History::moment() const
{
    return m_store->moment;
}

std::optional<StateSince> History::since(std::size_t row) const
{
    const MomentPtr &moment = m_store->moment;
    if (moment == nullptr) {
        return sinceNow(row);
    }
    return row < moment->since.size() ? moment->since[row] : std::nullopt;
}

std::optional<StateSince> History::sinceNow(std::size_t row) const
{
    const Store &store = *m_store;
    if (!store.clock || store.judged == nullptr || row >= store.judged->size()) {
        return std::nullopt;
    }
    const Snapshot::Row &judged = store.judged->rows[row];
    StateSince state = store.clock->oldestCause(row, judged.state);
    const Problem *told = worstProblem(judged);
    const auto reason = told == nullptr ? std::nullopt : store.clock->problem(row, *told);
    if (reason && reason->state == judged.state) {
        const bool isOfState = reason->since == state.since; // otherwise the collection was in trouble before it
        state = {reason->state, reason->since, reason->isAtLeast, isOfState ? state.was : std::nullopt};
    }
    return state.state == judged.state ? std::optional(state) : std::nullopt;
}

std::optional<StateSince> History::troubleSince(std::size_t row) const
{
    const auto state = sinceNow(row);
    return state && state->state != State::Error ? m_store->clock->trouble(row) : std::nullopt;
}

std::optional<StateSince> History::problemSince(std::size_t row, const Problem &problem) const
{
    return sinceNow(row) ? m_store->clock->problem(row, problem) : std::nullopt;
}

StateSince History::alertSince(const Alert &alert, const AlertPlace &place) const
{
    const Cause cause = alert.subject.cause;
    const bool isOfCollection = place.row >= 0 && (cause == Cause::Level || cause == Cause::Unchanged);
    const auto judged = isOfCollection && m_store->moment == nullptr
        ? problemSince(static_cast<std::size_t>(place.row),
                       {place.figure, alert.state, {}, nullptr, cause == Cause::Unchanged})
        : std::nullopt;
    return judged ? *judged : alertLevel(alert);
}

void History::clear()
{
    m_store = std::make_unique<Store>();
    emit changed();
}

void History::setFollowed(const std::vector<std::size_t> &rows)
{
    m_store->wanted = rows;
    m_store->follow(rows);
}

void History::lookBack(const std::vector<std::size_t> &rows, const Reach &reach)
{
    const Store &store = *m_store;
    if (!store.lastTick) {
        return;
    }
    std::vector<PastQuestion::Of> wanted;
    for (const std::size_t index : rows) {
        if (index < store.layout->rows.size()) {
            const SnapshotLayout::Row &row = store.layout->rows[index];
            PastQuestion::Of &of = wanted.emplace_back();
            of.collection = row.name;
            of.kind = row.kind->id;
            for (const FigureSpec &figure : row.figures()) {
                of.figures.append(figure.id);
            }
        }
    }
    const HistoryRing &ring = store.ringOf(store.rings, reach);
    const milliseconds begins = ring.size() == 0 ? *store.lastTick : ring.column(0).begin;
    const Reach alone = reach.with(Comparison::None);
    if (const auto question = m_store->past.missing(wanted, alone, begins, *store.lastTick)) {
        emit pastWanted(*question);
    }
    if (const auto question = m_store->past.missingEarlier(wanted, reach, *store.lastTick)) {
        emit pastWanted(*question);
    }
}

void History::takePast(const PastQuestion &question, const PastAnswer &answer)
{
    m_store->past.add(question, answer);
    emit pastRead();
}

Series History::figure(std::size_t row, int figure, const Reach &reach) const
{
    const Store &store = *m_store;
    Series live = store.read(store.figureSeries(row, figure), reach);
    if (!store.layout || row >= store.layout->rows.size() || figure < 0
        || figure >= std::ssize(store.layout->rows[row].figures())) {
        return live;
    }
    const SnapshotLayout::Row &of = store.layout->rows[row];
    const QString id = of.figure(figure).id;
    Series series = store.past.joined(of.name, of.kind->id, id, reach.with(Comparison::None), std::move(live));
    series.earlier = store.past.earlier(of.name, of.kind->id, id, reach, store.lastTick.value_or(milliseconds()));
    return series;
}

std::vector<TimeRange> History::unknownTimes(const QStringList &collections, const Reach &reach) const
{
    const Store &store = *m_store;
    Series all;
    std::vector<TimeRange> unknown;
    const auto add = [&](std::size_t row, int of) {
        addPoints(all, figure(row, of, reach.with(Comparison::None)));
        unknown = gapsOf(all);
    };
    for (std::size_t row = 0; store.layout && row < store.layout->rows.size(); ++row) {
        const SnapshotLayout::Row &at = store.layout->rows[row];
        if (!collections.contains(at.name)) {
            continue;
        }
        add(row, at.kind->mainFigure); // nearly always known while the server answers
        for (int of = 0; of < std::ssize(at.figures()) && !unknown.empty(); ++of) {
            add(row, of);
        }
    }
    return unknown;
}

Series History::part(std::size_t part, const Reach &reach) const
{
    Series series = m_store->read(m_store->partSeries(part), reach);
    if (reach.comparison != Comparison::None) {
        series.earlier.emplace(); // parts have no recorded comparison
    }
    return series;
}

std::vector<float> History::recent(std::size_t row, int count) const
{
    const Store &store = *m_store;
    const bool known = store.layout && row < store.layout->rows.size();
    return known ? recentOf(row, store.layout->rows[row].kind->mainFigure, count) : std::vector<float>();
}

std::vector<float> History::recentOf(std::size_t row, int figure, int count) const
{
    std::vector<float> values;
    if (m_store->moment != nullptr) { // later values are not shown
        if (const auto reach = trendReach(*m_store->moment, count)) {
            for (const Series::Point &point : this->figure(row, figure, *reach).points) {
                values.push_back(static_cast<float>(point.value));
            }
        }
        return values;
    }
    const auto ref = m_store->figureSeries(row, figure);
    if (!ref || count <= 0) {
        return values;
    }
    const HistoryRing &ring = ref->rings->all.front();
    const std::size_t wanted = std::min(static_cast<std::size_t>(count), ring.size());
    values.reserve(wanted + 4);
    for (std::size_t i = ring.size() - wanted; i < ring.size(); ++i) {
        if (ring.column(i).gapBefore && !values.empty()) {
            values.push_back(std::numeric_limits<float>::quiet_NaN());
        }
        values.push_back(static_cast<float>(ring.value(i, ref->series)));
    }
    const auto surplus = static_cast<std::ptrdiff_t>(values.size()) - count;
    if (surplus > 0) {
        values.erase(values.begin(), values.begin() + surplus);
    }
    return values;
}

Rate History::rate(std::size_t row, int figure) const
{
    const Store &store = *m_store;
    if (store.moment != nullptr) {
        return {recordedRate(*store.moment->snapshot, row, figure)};
    }
    const auto ref = store.figureSeries(row, figure);
    if (!ref || store.latest == nullptr) {
        return {};
    }
    if (const double rate = recordedRate(*store.latest, row, figure); isKnown(rate)) {
        const auto &own = store.latest->rows[row].rate;
        return own != nullptr ? rateAt(*own, store.latest->serverTime)
                              : Rate{rate}; // a recording does not explain its rates
    }
    const HistoryRing &ring = ref->rings->all.front();
    if (ring.size() == 0 || !isKnown(ring.value(ring.size() - 1, ref->series))) {
        return {};
    }
    const bool isMain = figure == store.layout->rows[row].kind->mainFigure;
    const milliseconds jumped = store.jumpedAt(row, figure);
    return m_store->rates.rate(row, figure, isMain, jumped, [&] { return store.workOut(*ref, jumped); });
}

Rate History::memoryRate() const
{
    return m_store->moment != nullptr ? Rate() : *m_store->memory.rate();
}

const std::vector<ServerEvent> &History::events() const
{
    return m_store->events;
}

void History::lookForMarks(const MarkQuestion &stretch)
{
    Store &store = *m_store;
    const auto question = store.lastTick ? store.marks.missing(stretch, *store.lastTick) : std::nullopt;
    if (question) {
        emit marksWanted(*question);
    }
}

void History::takeMarks(const MarkQuestion &question, const std::vector<Mark> &marks)
{
    m_store->marks.add(question, marks);
    emit marksRead();
}

void History::outdateMarks()
{
    m_store->marks.outdate();
}

std::vector<Mark> History::marks(const MarkQuestion &stretch) const
{
    return m_store->marks.of(stretch, m_store->events);
}

std::size_t History::memoryBytes() const
{
    std::size_t bytes = m_store->rates.memoryBytes();
    for (const HistoryRings *rings : {&m_store->rings, &m_store->followed}) {
        for (const HistoryRing &ring : rings->all) {
            bytes += ring.bytes();
        }
    }
    return bytes;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/overtime.h"
#include "redis/collections/throughput.h"
#include "redis/types/bands.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace priority {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "queue")),
             .types = ZSetKey,
             .required = true,
             .many = true,
             .help =
                 QT_TRANSLATE_NOOP("kinds", "Jobs by priority, the lowest score first, in a sorted set, or its shards"),
             .holds = Holds::Ready,
             .score = ScoreIs::Priority,
             .unit = unitId},
    deadRole,
    jobRole,
};

constexpr std::array options{
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "bands")),
               OptionType::Object,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds",
                                 "Which scores are one priority: {\"high\": [0, 1], \"low\": [2, 3]}, or "
                                 "{\"divisor\": N} where a score is band × N + time"),
               &Bands::wrong},
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "starveAfter")),
               OptionType::Duration,
               {},
               "1m",
               QT_TRANSLATE_NOOP(
                   "kinds", "A band starves when no job was taken from it for this long while others were served")},
    unitOption,
    fieldsOption,
    idOption,
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("waiting"), QT_TRANSLATE_NOOP("figures", "waiting"),
               QT_TRANSLATE_NOOP("figures", "Jobs waiting, over all priorities.")},
    FigureSpec{L1("headScore"), QT_TRANSLATE_NOOP("figures", "next score"),
               QT_TRANSLATE_NOOP("figures", "The lowest score, of the job that is taken next."), Unit::Score},
    FigureSpec{.id = L1("oldestMs"),
               .title = QT_TRANSLATE_NOOP("figures", "longest wait"),
               .help = QT_TRANSLATE_NOOP("figures", "How long the oldest job has waited, where scores hold a time."),
               .unit = Unit::Duration,
               .means = Means::Age},
    FigureSpec{.id = L1("starving"),
               .title = QT_TRANSLATE_NOOP("figures", "starving"),
               .help = QT_TRANSLATE_NOOP("figures", "Bands that were not served for long while others were."),
               .means = Means::Trouble},
    deadFigure,
    FigureSpec{.id = L1("arrivedPerMinute"),
               .title = QT_TRANSLATE_NOOP("figures", "arriving"),
               .help = QT_TRANSLATE_NOOP("figures",
                                         "Jobs arriving per minute, over the last five minutes, by the times in their "
                                         "scores; a lower bound where jobs came and went between two polls."),
               .unit = Unit::Frequency},
    FigureSpec{.id = L1("takenPerMinute"),
               .title = QT_TRANSLATE_NOOP("figures", "taken"),
               .help = QT_TRANSLATE_NOOP("figures",
                                         "Jobs taken per minute, over the last five minutes: arrivals that no longer "
                                         "wait, without those of operations of this window."),
               .unit = Unit::Frequency},
};

/// Figures of each band; they follow those of the collection.
enum BandFigure : std::size_t { Count, LongestMs, IdleMs, ArrivedPerMinute, TakenPerMinute, PerBand };

std::shared_ptr<const FigureTable> figuresOfBands(const CollectionDefinition &definition)
{
    const Bands bands = Bands::of(definition);
    if (bands.size() == 0) {
        return nullptr;
    }
    const auto title = [](const char *text, const QString &name) {
        return QCoreApplication::translate("figures", text).arg(name).toUtf8();
    };
    auto table = std::make_shared<FigureTable>(*definition.kind);
    for (std::size_t band = 0; band < bands.size(); ++band) {
        const QString &name = bands.name(band);
        const QByteArray id = Bands::idOf(name).toUtf8();
        table->add(id, title(QT_TRANSLATE_NOOP("figures", "in %1"), name),
                   QT_TRANSLATE_NOOP("figures", "Jobs waiting in this band."));
        table->add(id + ".oldestMs", title(QT_TRANSLATE_NOOP("figures", "longest wait in %1"), name),
                   QT_TRANSLATE_NOOP("figures",
                                     "How long the oldest job of this band has waited; at least, where scores hold no "
                                     "time."),
                   Unit::Duration);
        table->add(id + ".idleMs", title(QT_TRANSLATE_NOOP("figures", "%1 not served for"), name),
                   QT_TRANSLATE_NOOP("figures", "How long jobs have waited in this band since one was last taken."),
                   Unit::Duration);
        table->add(id + ".arrivedPerMinute", title(QT_TRANSLATE_NOOP("figures", "arriving in %1"), name),
                   QT_TRANSLATE_NOOP("figures", "Jobs of this band arriving per minute, where scores hold a time."),
                   Unit::Frequency);
        table->add(id + ".takenPerMinute", title(QT_TRANSLATE_NOOP("figures", "taken from %1"), name),
                   QT_TRANSLATE_NOOP("figures", "Jobs of this band taken per minute, where scores hold a time."),
                   Unit::Frequency);
    }
    return table;
}

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("starving"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 band starves")},
    Clause{0, L1("starving"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{starving} bands starve")},
    Clause{1, L1("waiting"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no job is waiting")},
    Clause{2, L1("oldestMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "the longest wait is {oldestMs}")},
    Clause{3, L1("dead"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 dead letter")},
    Clause{3, L1("dead"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{dead} dead letters")}};
// clang-format on

constexpr KindInfo info{L1("priority"),
                        QT_TRANSLATE_NOOP("kinds", "Priority queue"),
                        QT_TRANSLATE_NOOP("kinds", "Priority"),
                        QT_TRANSLATE_NOOP("kinds", "Jobs by priority, the lowest score first"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0,
                        &figuresOfBands};

enum Figure : std::size_t { Waiting, HeadScore, OldestMs, Starving, Dead, Arrived, Taken };
static_assert(figures.size() == Taken + 1);

constexpr std::array sizes{SizeRule{L1("queue"), Waiting}, SizeRule{L1("dead"), Dead}};

void show(Reading &reading, std::size_t figure, double value, bool isAtLeast)
{
    reading.figures[figure] = value;
    if (isAtLeast && isKnown(value)) {
        reading.setAtLeast(static_cast<int>(figure));
    }
}

double inMs(std::optional<milliseconds> duration)
{
    return duration ? static_cast<double>(std::max(milliseconds(0), *duration).count()) : unknownFigure;
}

/// Watches the first job of each key and band. Its disappearance shows that jobs are taken; if scores hold no time, the
/// time it has been there shows how long others wait.
class PriorityCollector final : public Collector {
public:
    explicit PriorityCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, {}), m_isBanded(Bands::of(definition).size() > 0),
          m_bands(Bands::of(definition).orAll()), m_starveAfter(*definition.duration(L1("starveAfter")))
    {
    }

    void startRates(Reading &reading) override;
    /// Bands may move with the time.
    [[nodiscard]] bool isStillBetweenEdges() const override { return false; }

protected:
    void appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds now) override;
    void readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override;
    [[nodiscard]] int kindHeadCost() const override;
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_isOld ? always : never; }
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    struct BandState {
        double count = unknownFigure; ///< count in the previous tick
        std::optional<milliseconds> arrived{}; ///< arrival of the oldest job whose score holds a time
        bool isTimed = false; ///< the first job of each key holds a time
        std::optional<milliseconds> since{}; ///< time since which jobs have been waiting without a break
        std::optional<milliseconds> sinceBefore{}; ///< `since` in the previous tick
        double countBefore = unknownFigure; ///< `count` in the previous tick
        /// `since` and `count` when an operation of ours emptied the band, which may be undone; nullopt: it did not
        std::optional<std::pair<milliseconds, double>> emptied{};
        std::optional<milliseconds> seen{}; ///< last look at the first job of each key
        bool isSinceBefore = false; ///< `since` is a lower bound: there was no look for a while before
        std::optional<milliseconds> taken{}; ///< time at which the last job was taken
        std::optional<milliseconds> takenBefore{}; ///< `taken` in the previous tick
    };
    /// One band in one key.
    struct Watch {
        std::size_t key = 0, band = 0;
        std::vector<ScoreRange> ranges{}; ///< ranges in the command
        QByteArray job{}; ///< first job seen, still there; empty: none
        milliseconds seen{}; ///< time since which `job` is there
        BandThroughput::Asked flow{};
    };

    [[nodiscard]] static bool isQueue(const PolledKey &key) { return key.role->holds == Holds::Ready; }
    void readWatch(Watch &watch, ReplyCursor &replies, milliseconds now);
    void finishBand(std::size_t band, Reading &reading);
    void noteService();
    void showFlow(Reading &reading) const;
    void showWaits(std::size_t band, Reading &reading) const;
    [[nodiscard]] static std::optional<milliseconds> idle(const BandState &band);
    [[nodiscard]] double starving(milliseconds now) const;
    [[nodiscard]] static std::size_t figureOf(std::size_t band, BandFigure figure)
    {
        return figures.size() + band * PerBand + figure;
    }

    bool m_isBanded;
    Bands m_bands; ///< one, of all jobs, where the workspace says none
    milliseconds m_starveAfter;
    milliseconds m_begun{}; ///< these keys are watched since
    milliseconds m_ticked{}; ///< previous tick
    milliseconds m_looked{}; ///< last look at the first jobs: a take that leaves the count as it was is noticed then
    /// Jobs being taken, from whichever band.
    struct Service {
        std::optional<milliseconds> latest{}; ///< time of the last take
        milliseconds looked{}; ///< m_looked then
        milliseconds since{}; ///< first take after none for m_starveAfter
    };
    Service m_service, m_serviceBefore; ///< as of this tick and of the previous one
    std::vector<std::size_t> m_counts; ///< how many of each band are added up for a key
    std::vector<BandState> m_states;
    std::vector<Watch> m_watches;
    BandThroughput m_flow;
    double m_headScore = unknownFigure;
    bool m_isOld = false; ///< jobs were taken since the head, or added when it was empty
};

void PriorityCollector::keysChanged(const KeyOrigins & /*origins*/)
{
    m_states.assign(m_bands.size(), {});
    m_flow.reset(m_bands.size());
    m_watches.clear();
    for (std::size_t key = 0; key < keys().size(); ++key) {
        for (std::size_t band = 0; isQueue(keys()[key]) && band < m_states.size(); ++band) {
            m_watches.push_back({key, band});
        }
    }
    m_headScore = unknownFigure;
    m_isOld = false;
    m_begun = {};
    m_looked = {};
    m_service = m_serviceBefore = {};
}

void PriorityCollector::appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds now)
{
    if (!isQueue(key)) {
        return;
    }
    m_counts.clear();
    for (std::size_t band = 0; m_isBanded && band < m_bands.size(); ++band) {
        const std::vector<Bands::Part> parts = m_bands.parts(band, now);
        for (const Bands::Part &part : parts) {
            counts.addBandCount(key.key, part);
        }
        m_counts.push_back(parts.size());
    }
}

void PriorityCollector::readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading)
{
    if (&key == &keys().front()) {
        m_serviceBefore = m_service;
        for (BandState &band : m_states) {
            band.takenBefore = band.taken;
            band.sinceBefore = band.since;
        }
    }
    for (std::size_t band = 0; isQueue(key) && band < m_counts.size(); ++band) {
        const std::size_t figure = figureOf(band, Count);
        double &sum = reading.figures[figure];
        if (&key == &keys().front()) {
            sum = 0;
        }
        for (std::size_t part = 0; part < m_counts[band]; ++part) {
            const Reply &reply = replies.next();
            if (reply.isError()) {
                reading.fail(static_cast<int>(figure), errorOf(key, reply));
            }
            sum += reply.type == Reply::Type::Integer ? static_cast<double>(reply.integer) : unknownFigure;
        }
    }
}

int PriorityCollector::kindHeadCost() const
{
    const std::size_t most = m_counts.empty() ? 1 : *std::max_element(m_counts.begin(), m_counts.end());
    return static_cast<int>(keysOf(L1("queue")).size() + m_watches.size() * (1 + 3 * most));
}

void PriorityCollector::appendKindHead(Pipeline &pipeline, milliseconds now)
{
    for (const std::size_t key : keysOf(L1("queue"))) {
        pipeline.add({"ZRANGE", keys()[key].key, "0", "0", "WITHSCORES"});
    }
    for (Watch &watch : m_watches) {
        const QByteArray &key = keys()[watch.key].key;
        watch.ranges = m_bands.ranges(watch.band, now);
        for (const ScoreRange &range : watch.ranges) {
            pipeline.add({"ZRANGEBYSCORE", key, range.min, range.max, "WITHSCORES", "LIMIT", "0", "1"});
        }
        if (!watch.job.isEmpty()) {
            pipeline.add({"ZSCORE", key, watch.job});
        }
        watch.flow = m_flow.append(pipeline, m_bands, watch.band, key, now);
    }
}

void PriorityCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    m_headScore = unknownFigure;
    for (const std::size_t key : keysOf(L1("queue"))) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(HeadScore, errorOf(keys()[key], reply));
        }
        for (HeadElement &first : scoredElements(reply)) {
            if (!isKnown(m_headScore) || first.score < m_headScore) {
                m_headScore = first.score;
                head->elements = {std::move(first)};
            }
        }
    }
    for (BandState &band : m_states) {
        band.arrived.reset();
        band.isTimed = true;
        band.seen = now;
    }
    m_looked = now;
    m_flow.begin(now);
    for (Watch &watch : m_watches) {
        readWatch(watch, replies, now);
    }
    m_isOld = false;
    setHead(std::move(head));
}

void PriorityCollector::readWatch(Watch &watch, ReplyCursor &replies, milliseconds now)
{
    constexpr qsizetype longest = 64LL * 1024; // to be asked for every few seconds
    BandState &band = m_states[watch.band];
    QByteArray first;
    double lowest = unknownFigure;
    for (std::size_t range = 0; range < watch.ranges.size(); ++range) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(OldestMs, errorOf(keys()[watch.key], reply));
        }
        for (const HeadElement &element : scoredElements(reply)) {
            const std::optional<milliseconds> time = m_bands.timeOf(element.score, now);
            band.isTimed = band.isTimed && time;
            if (time && (!band.arrived || *time < *band.arrived)) {
                band.arrived = time;
            }
            if (!(element.score >= lowest)) {
                lowest = element.score;
                first = element.element;
            }
        }
    }
    bool isGone = watch.job.isEmpty();
    if (!isGone) {
        const Reply &score = replies.next();
        band.taken = score.isNil() ? std::optional(now) : band.taken;
        // One that was given another priority was not taken.
        const std::optional<double> other = score.toDouble();
        isGone = score.isNil() || (other && m_bands.bandOf(*other, now) != watch.band);
    }
    if (isGone) {
        watch.job = first.size() <= longest ? first : QByteArray();
        watch.seen = now;
    }
    if (watch.job.isEmpty() && !first.isEmpty()) {
        band.seen.reset(); // whether it stays is not known
    }
    m_flow.read(watch.band, watch.flow, replies);
}

/// Up to when the first was last seen: one that came while another was taken leaves the count as it was.
std::optional<milliseconds> PriorityCollector::idle(const BandState &band)
{
    if (!band.since || !band.seen) {
        return std::nullopt;
    }
    return std::max(milliseconds(0), *band.seen - std::max(*band.since, band.taken.value_or(*band.since)));
}

void PriorityCollector::finishBand(std::size_t band, Reading &reading)
{
    BandState &state = m_states[band];
    const double count = reading.figures[m_isBanded ? figureOf(band, Count) : Waiting];
    if (count < state.count) {
        state.taken = reading.now;
    }
    m_isOld = m_isOld || count < state.count || (count > 0 && state.count == 0);
    if (state.count > 0) {
        state.emptied.reset(); // others have come since
    }
    if (count == 0) {
        state.since.reset();
        state.arrived.reset();
    } else if (count > 0 && !state.since) {
        constexpr milliseconds pause = std::chrono::seconds(5); // since the tick before: they came at any time in it
        state.since = reading.now;
        state.isSinceBefore = !isKnown(state.count) || reading.now - m_ticked > pause;
    }
    state.countBefore = std::exchange(state.count, count);
    m_flow.finish(band, state.isTimed ? count : unknownFigure, state.arrived);
    showWaits(band, reading);
}

void PriorityCollector::showFlow(Reading &reading) const
{
    double arrived = 0, taken = 0, counted = 0;
    bool isAtLeast = false, isAny = false;
    const auto noteMissing = [&reading](double count, std::size_t figure) {
        reading.note(static_cast<int>(figure), count == 0 ? FigureNote::Absent : FigureNote::NotYet);
    };
    for (std::size_t band = 0; band < m_states.size(); ++band) {
        const Throughput &flow = m_flow.of(band);
        const bool isUnseen = flow.isAtLeast(reading.now);
        if (m_isBanded) {
            show(reading, figureOf(band, ArrivedPerMinute), flow.arrivedPerMinute(), isUnseen);
            show(reading, figureOf(band, TakenPerMinute), flow.takenPerMinute(), isUnseen);
            noteMissing(m_states[band].count, figureOf(band, ArrivedPerMinute));
            noteMissing(m_states[band].count, figureOf(band, TakenPerMinute));
        }
        counted += m_states[band].count;
        isAtLeast = isAtLeast || isUnseen;
        if (m_states[band].count == 0 && !isKnown(flow.arrivedPerMinute())) {
            isAtLeast = true; // whether any came and went is not known, nor whether they hold a time
            continue;
        }
        isAny = true;
        arrived += flow.arrivedPerMinute();
        taken += flow.takenPerMinute();
    }
    isAtLeast = isAtLeast || reading.figures[Waiting] > counted; // some are in no band
    show(reading, Arrived, isAny ? arrived : unknownFigure, isAtLeast);
    show(reading, Taken, isAny ? taken : unknownFigure, isAtLeast);
    noteMissing(reading.figures[Waiting], Arrived);
    noteMissing(reading.figures[Waiting], Taken);
}

void PriorityCollector::showWaits(std::size_t band, Reading &reading) const
{
    const BandState &state = m_states[band];
    if (m_isBanded && state.count == 0) {
        reading.note(static_cast<int>(figureOf(band, LongestMs)), FigureNote::Absent);
        reading.note(static_cast<int>(figureOf(band, IdleMs)), FigureNote::Absent);
    }
    if (!m_isBanded || !(state.count > 0)) {
        return;
    }
    std::optional<milliseconds> longest = state.arrived ? std::optional(reading.now - *state.arrived) : std::nullopt;
    for (const Watch &watch : m_watches) {
        if (watch.band == band && !watch.job.isEmpty() && !state.isTimed) {
            longest = std::max(longest.value_or(milliseconds(0)), state.seen.value_or(watch.seen) - watch.seen);
        }
    }
    show(reading, figureOf(band, LongestMs), inMs(longest), !state.isTimed);
    show(reading, figureOf(band, IdleMs), inMs(idle(state)), state.isSinceBefore && state.taken <= state.since);
}

void PriorityCollector::noteService()
{
    std::optional<milliseconds> latest;
    for (const BandState &band : m_states) {
        latest = std::max(latest, band.taken);
    }
    if (latest > m_service.latest && (!m_service.latest || m_service.looked - *m_service.latest >= m_starveAfter)) {
        m_service.since = *latest;
    }
    m_service.latest = latest;
    m_service.looked = m_looked;
}

/// While none is taken from any band, none starves: only time since the others are served counts.
///
/// Not known where there is nothing to compare a band with, nor before a band that none was taken from was watched for
/// long enough.
double PriorityCollector::starving(milliseconds now) const
{
    const auto isServed = [&](const BandState &band) { return band.taken && m_looked - *band.taken < m_starveAfter; };
    const auto mayStarve = [&](const BandState &band) { return band.count > 0 && !isServed(band); };
    if (m_bands.size() < 2 || (now - m_begun < m_starveAfter && std::ranges::any_of(m_states, mayStarve))) {
        return unknownFigure;
    }
    const auto starve = std::ranges::count_if(m_states, [&](const BandState &band) {
        const std::optional<milliseconds> without = idle(band);
        return without && std::min(*without, *band.seen - m_service.since) >= m_starveAfter;
    });
    return std::ranges::any_of(m_states, isServed) ? static_cast<double>(starve) : 0;
}

/// Ignores removals by operations and events, which do not count as taken by workers.
void PriorityCollector::startRates(Reading &reading)
{
    m_service = m_serviceBefore;
    for (std::size_t band = 0; band < m_states.size(); ++band) {
        BandState &state = m_states[band];
        state.taken = state.takenBefore;
        if (state.count == 0 && state.sinceBefore) {
            state.emptied = {*state.sinceBefore, state.countBefore};
        } else if (state.emptied && !state.sinceBefore && state.count == state.emptied->second) {
            state.since = state.emptied->first; // they were put back
        }
        showWaits(band, reading);
    }
    m_flow.skip(reading.now);
    showFlow(reading);
    for (Watch &watch : m_watches) { // and who was first may have gone with it
        watch.job.clear();
    }
    if (isKnown(reading.figures[Starving])) {
        reading.figures[Starving] = starving(reading.now);
    }
}

void PriorityCollector::finishKind(Reading &reading)
{
    const double waiting = reading.figures[Waiting];
    m_begun = m_begun.count() == 0 ? reading.now : m_begun;
    std::optional<milliseconds> oldest;
    bool isTimed = true;
    for (std::size_t band = 0; band < m_states.size(); ++band) {
        finishBand(band, reading);
        const BandState &state = m_states[band];
        isTimed = isTimed && (state.isTimed || !(state.count > 0));
        oldest = oldest && state.arrived ? std::min(oldest, state.arrived) : std::max(oldest, state.arrived);
    }
    m_ticked = reading.now;
    noteService();
    reading.figures[Starving] = isKnown(waiting) ? starving(reading.now) : unknownFigure;
    if (isKnown(waiting)) {
        reading.note(Starving, m_bands.size() < 2 ? FigureNote::Absent : FigureNote::NotYet);
    }
    showFlow(reading);
    if (waiting == 0) {
        reading.note(HeadScore, FigureNote::Absent);
        reading.note(OldestMs, FigureNote::Absent);
    } else if (waiting > 0) {
        reading.figures[HeadScore] = m_headScore;
        if (oldest) { // of those without a time it is not known
            show(reading, OldestMs, inMs(reading.now - *oldest), !isTimed);
        }
    }
}

} // namespace
} // namespace priority

extern const Kind priorityKind;
constinit const Kind priorityKind{&priority::info, &makeOf<priority::PriorityCollector>};

} // namespace plimsoll::redis

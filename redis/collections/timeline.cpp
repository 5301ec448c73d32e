// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/overtime.h"
#include "redis/types/keytemplate.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace timeline {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "events")),
             .types = ZSetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds",
                                       "Events by the time they happened, in a sorted set; a period and shards are "
                                       "allowed"),
             .holds = Holds::Elements,
             .score = ScoreIs::PastTime,
             .unit = unitId},
};

constexpr std::array options{
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "window")),
               OptionType::Duration,
               {},
               "5m",
               QT_TRANSLATE_NOOP("kinds", "The rate counts events within this time")},
    unitOption,
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("events"), QT_TRANSLATE_NOOP("figures", "events"), QT_TRANSLATE_NOOP("figures", "Number of events.")},
    FigureSpec{L1("inWindow"), QT_TRANSLATE_NOOP("figures", "in the window"),
               QT_TRANSLATE_NOOP("figures", "Events that happened within the window, until now.")},
    FigureSpec{L1("perMinute"), QT_TRANSLATE_NOOP("figures", "event rate"),
               QT_TRANSLATE_NOOP("figures", "Events per minute, averaged over the window."), Unit::Frequency},
    FigureSpec{.id = L1("oldestMs"),
               .title = QT_TRANSLATE_NOOP("figures", "oldest"),
               .help = QT_TRANSLATE_NOOP("figures", "How long ago the oldest event happened."),
               .unit = Unit::Duration,
               .means = Means::Age},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("events"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no event is stored")},
    Clause{0, L1("inWindow"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing happened within the window")},
    Clause{0, L1("perMinute"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{perMinute} events/min")},
    Clause{1, L1("oldestMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "the oldest {oldestMs} ago")}};
// clang-format on

constexpr KindInfo info{L1("timeline"),
                        QT_TRANSLATE_NOOP("kinds", "Timeline"),
                        QT_TRANSLATE_NOOP("kinds", "Timelines"),
                        QT_TRANSLATE_NOOP("kinds", "Events by time"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Events, InWindow, PerMinute, OldestMs };
static_assert(figures.size() == OldestMs + 1);

constexpr std::array sizes{SizeRule{L1("events"), Events}};

milliseconds windowOf(const CollectionDefinition &definition)
{
    return *definition.duration(L1("window")); // it has a fallback
}

/// Counts events up to the server's current time; later ones have not happened yet.
std::vector<TimeRule> times(milliseconds window)
{
    return {{L1("events"), InWindow, {.at = TimeEdge::At::Now, .shift = -window}, {.at = TimeEdge::At::Now}}};
}

/// The oldest event of each key: one read of one entry for each range of scores the unit allows.
class TimelineCollector final : public Collector {
public:
    explicit TimelineCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, times(windowOf(definition))), m_window(windowOf(definition))
    {
    }

protected:
    [[nodiscard]] int kindHeadCost() const override { return 2 * static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_isOld ? always : never; }
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    struct Asked {
        std::size_t key = 0;
        ScoreCodec codec; ///< codec of the command; a head may detect a different one
    };

    milliseconds m_window;
    std::vector<Asked> m_asked; ///< sources of the replies to this tick's head
    std::optional<milliseconds> m_oldest; ///< time of the oldest event
    double m_events = unknownFigure; ///< events in the last tick
    bool m_isOld = false; ///< events were removed since the head, or added when it was empty
};

void TimelineCollector::keysChanged(const KeyOrigins & /*origins*/)
{
    m_oldest.reset();
    m_events = unknownFigure;
    m_isOld = false;
}

void TimelineCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    m_asked.clear();
    for (std::size_t key = 0; key < keys().size(); ++key) {
        for (const ScoreRange &range : keys()[key].codec.ranges({})) {
            appendEarliest(pipeline, keys()[key].key, keys()[key].codec, range);
            m_asked.push_back({key, keys()[key].codec});
        }
    }
}

void TimelineCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    m_oldest.reset();
    for (const Asked &asked : m_asked) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(OldestMs, errorOf(keys()[asked.key], reply));
        }
        for (HeadElement &element : scoredElements(reply)) {
            const std::optional<milliseconds> time = asked.codec.timeOf(element.score);
            if (time && (!m_oldest || *time < *m_oldest)) {
                m_oldest = time;
                head->elements = {std::move(element)};
            }
        }
    }
    m_isOld = false;
    m_events = unknownFigure; // the counts of this tick are those of the head
    setHead(std::move(head));
}

void TimelineCollector::finishKind(Reading &reading)
{
    const double events = reading.figures[Events];
    m_isOld = m_isOld || events < m_events || (events > 0 && m_events == 0);
    m_events = events;
    if (events == 0) {
        m_oldest.reset();
        reading.note(OldestMs, FigureNote::Absent);
    }
    reading.figures[PerMinute] =
        reading.figures[InWindow] / std::chrono::duration<double, std::ratio<60>>(m_window).count();
    reading.rest.begin();
    if (hadOtherKeys(L1("events"), reading.now - m_window, reading.now)) { // the window began in keys of another period
        reading.setAtLeast(InWindow);
        reading.setAtLeast(PerMinute);
        reading.rest.end();
    }
    // The oldest lies ahead: its score is no time, or not in this unit.
    if (events > 0 && m_oldest && *m_oldest <= reading.now + std::chrono::hours(24)) {
        reading.figures[OldestMs] = static_cast<double>(std::max(milliseconds(0), reading.now - *m_oldest).count());
        reading.rest.run({OldestMs, false, *m_oldest}, reading.now);
    } else if (m_oldest) {
        reading.rest.end(); // until its time comes
    }
}

} // namespace
} // namespace timeline

extern const Kind timelineKind;
constinit const Kind timelineKind{&timeline::info, &makeOf<timeline::TimelineCollector>};

} // namespace plimsoll::redis

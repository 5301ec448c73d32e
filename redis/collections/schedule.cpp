// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/jobrecord.h"
#include "redis/collections/overtime.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{L1(QT_TRANSLATE_NOOP("fields", "delayed")), ZSetKey, true, false, false,
             QT_TRANSLATE_NOOP("kinds", "Jobs by due time, in a sorted set"), Holds::Delayed, ScoreIs::DueTime},
    RoleSpec{L1(QT_TRANSLATE_NOOP("fields", "processing")), ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Claimed jobs by visibility deadline, in a sorted set"), Holds::Processing,
             ScoreIs::Deadline},
    RoleSpec{L1(QT_TRANSLATE_NOOP("fields", "ready")), ListKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "The list that due jobs move to, where there is one"), Holds::Ready},
    deadRole,
    jobRole,
};

constexpr std::array options{
    unitOption, staleAfterOption, maxAttemptsOption, fieldsOption, idOption, redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("delayed"), QT_TRANSLATE_NOOP("figures", "delayed"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for their time, those already due included.")},
    FigureSpec{L1("due"), QT_TRANSLATE_NOOP("figures", "due"),
               QT_TRANSLATE_NOOP("figures", "Delayed jobs whose time has come.")},
    FigureSpec{L1("lagMs"), QT_TRANSLATE_NOOP("figures", "lag"),
               QT_TRANSLATE_NOOP("figures", "How late the earliest due entry is."), Unit::Duration},
    FigureSpec{L1("nextDueMs"), QT_TRANSLATE_NOOP("figures", "next due in"),
               QT_TRANSLATE_NOOP("figures", "Time until the next entry falls due."), Unit::Duration},
    FigureSpec{L1("processing"), QT_TRANSLATE_NOOP("figures", "processing"),
               QT_TRANSLATE_NOOP("figures", "Jobs that a worker has taken and not finished.")},
    FigureSpec{L1("stale"), QT_TRANSLATE_NOOP("figures", "stale"),
               QT_TRANSLATE_NOOP("figures", "Jobs in processing whose deadline has passed.")},
    FigureSpec{L1("dead"), QT_TRANSLATE_NOOP("figures", "dead"),
               QT_TRANSLATE_NOOP("figures", "Dead letters: jobs that were given up.")},
};

constexpr KindInfo info{L1("schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedules"),
                        QT_TRANSLATE_NOOP("kinds", "Delayed jobs and timers by due time"),
                        roles,
                        options,
                        figures,
                        0};

enum Figure : std::size_t { Delayed, Due, LagMs, NextDueMs, Processing, Stale, Dead };
static_assert(figures.size() == Dead + 1);

constexpr std::array sizes{SizeRule{L1("delayed"), Delayed}, SizeRule{L1("processing"), Processing},
                           SizeRule{L1("dead"), Dead}};

std::vector<TimeRule> times()
{
    return {{L1("delayed"), Due, {}, {TimeEdge::At::Now, false, {}}},
            {L1("processing"), Stale, {}, {TimeEdge::At::Now, true, {}}}};
}

/// The earliest entry of each key, and the earliest that is not due yet: two reads of one entry for each range of
/// scores the unit allows.
class ScheduleCollector final : public Collector {
public:
    explicit ScheduleCollector(const CollectionDefinition &definition) : Collector(definition, sizes, times()) { }

protected:
    [[nodiscard]] int kindHeadCost() const override { return 4 * static_cast<int>(keysOf(L1("delayed")).size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { forget(); }

private:
    struct Asked {
        std::size_t key = 0;
        ScoreCodec codec; ///< of the question; a head may find out that there is another
    };

    void forget();
    [[nodiscard]] std::optional<milliseconds> earliest(const Reply &reply, const Asked &asked,
                                                       std::vector<HeadElement> *elements);

    std::vector<Asked> m_asked; ///< what the replies of this tick's head belong to, two each
    std::optional<milliseconds> m_first; ///< due time of the earliest entry
    std::optional<milliseconds> m_next; ///< of the earliest that was not due when the head was read
    double m_delayedThen = unknownFigure; ///< counts when the head was read
    double m_dueThen = unknownFigure;
    double m_delayed = unknownFigure;
    double m_due = unknownFigure;
};

void ScheduleCollector::forget()
{
    m_first.reset();
    m_next.reset();
    m_delayedThen = m_dueThen = m_delayed = m_due = unknownFigure;
}

milliseconds ScheduleCollector::kindHeadWantedFrom() const
{
    const auto differs = [](double a, double b) { return isKnown(a) && !(a == b); };
    const bool moved = differs(m_delayed, m_delayedThen) || differs(m_due, m_dueThen);
    return moved ? always : m_next.value_or(never);
}

void ScheduleCollector::appendKindHead(Pipeline &pipeline, milliseconds now)
{
    m_asked.clear();
    for (const std::size_t key : keysOf(L1("delayed"))) {
        const QByteArray &name = keys()[key].key;
        const std::vector<ScoreRange> all = keys()[key].codec.ranges({});
        const std::vector<ScoreRange> coming = keys()[key].codec.ranges({.from = now});
        for (std::size_t i = 0; i < all.size(); ++i) {
            pipeline.add({"ZRANGEBYSCORE", name, all[i].min, all[i].max, "WITHSCORES", "LIMIT", "0", "1"});
            pipeline.add({"ZRANGEBYSCORE", name, '(' + coming[i].min, coming[i].max, "WITHSCORES", "LIMIT", "0", "1"});
            m_asked.push_back({key, keys()[key].codec});
        }
    }
}

std::optional<milliseconds> ScheduleCollector::earliest(const Reply &reply, const Asked &asked,
                                                        std::vector<HeadElement> *elements)
{
    if (reply.isError()) {
        const Error error = reply.toError(keys()[asked.key].key);
        failHead(LagMs, error);
        failHead(NextDueMs, error);
        return std::nullopt;
    }
    std::vector<HeadElement> found = scoredElements(reply);
    if (found.empty()) {
        return std::nullopt;
    }
    const double score = found.front().score;
    if (elements != nullptr) {
        elements->push_back(std::move(found.front()));
    }
    return asked.codec.timeOf(score);
}

void ScheduleCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    const auto keepEarlier = [](std::optional<milliseconds> &kept, std::optional<milliseconds> other) {
        if (other && (!kept || *other < *kept)) {
            kept = other;
        }
    };
    m_first.reset();
    m_next.reset();
    auto head = std::make_shared<Head>();
    head->readAt = now;
    for (const Asked &asked : m_asked) {
        keepEarlier(m_first, earliest(replies.next(), asked, &head->elements));
        keepEarlier(m_next, earliest(replies.next(), asked, nullptr));
    }
    const auto timeOf = [](const HeadElement &e) { return ScoreCodec().timeOf(e.score).value_or(milliseconds::max()); };
    std::stable_sort(head->elements.begin(), head->elements.end(),
                     [&timeOf](const HeadElement &a, const HeadElement &b) { return timeOf(a) < timeOf(b); });
    setHead(std::move(head));
    m_delayedThen = m_dueThen = unknownFigure; // taken over by finishKind, once the counts of this tick are known
    m_delayed = m_due = unknownFigure;
}

void ScheduleCollector::finishKind(Reading &reading)
{
    const bool fresh = !isKnown(m_delayed) && head() != nullptr;
    m_delayed = reading.figures[Delayed];
    m_due = reading.figures[Due];
    if (fresh) {
        m_delayedThen = m_delayed;
        m_dueThen = m_due;
    }
    if (m_due == 0) {
        reading.figures[LagMs] = 0;
    } else if (m_due > 0 && m_first && *m_first <= reading.now) {
        reading.figures[LagMs] = static_cast<double>((reading.now - *m_first).count());
    }
    if (m_delayed > 0 && m_next && *m_next > reading.now) {
        reading.figures[NextDueMs] = static_cast<double>((*m_next - reading.now).count());
    }
}

std::unique_ptr<Collector> make(const CollectionDefinition &definition)
{
    return std::make_unique<ScheduleCollector>(definition);
}

} // namespace

extern const Kind scheduleKind;
constinit const Kind scheduleKind{&info, &make};

} // namespace plimsoll::redis

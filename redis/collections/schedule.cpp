// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/duetimes.h"
#include "redis/collections/framework.h"
#include "redis/collections/joboptions.h"

#include <QCoreApplication>

#include <array>
#include <memory>

namespace plimsoll::redis {

namespace schedule {
namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "delayed")),
             .types = ZSetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Jobs by due time, in a sorted set"),
             .holds = Holds::Delayed,
             .score = ScoreIs::DueTime,
             .unit = unitId},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "processing")),
             .types = ZSetKey,
             .help = QT_TRANSLATE_NOOP("kinds", "Claimed jobs by visibility deadline, in a sorted set"),
             .holds = Holds::Processing,
             .score = ScoreIs::Deadline,
             .unit = unitId},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "ready")),
             .types = ListKey,
             .help = QT_TRANSLATE_NOOP("kinds", "The list that due jobs move to, where there is one"),
             .holds = Holds::Ready},
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
    FigureSpec{.id = L1("stale"),
               .title = QT_TRANSLATE_NOOP("figures", "stale"),
               .help = QT_TRANSLATE_NOOP("figures", "Jobs in processing whose deadline has passed."),
               .means = Means::Trouble},
    deadFigure,
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("stale"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale")},
    Clause{1, L1("due"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due, the first {lagMs} late")},
    Clause{1, L1("due"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due")},
    Clause{2, L1("nextDueMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "next in {nextDueMs}")},
    Clause{3, L1("delayed"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is scheduled")},
    Clause{4, L1("dead"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 dead letter")},
    Clause{4, L1("dead"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{dead} dead letters")}};
// clang-format on

constexpr KindInfo info{L1("schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedules"),
                        QT_TRANSLATE_NOOP("kinds", "Delayed jobs and timers by due time"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Delayed, Due, LagMs, NextDueMs, Processing, Stale, Dead };
static_assert(figures.size() == Dead + 1);

constexpr std::array sizes{SizeRule{L1("delayed"), Delayed}, SizeRule{L1("processing"), Processing},
                           SizeRule{L1("dead"), Dead}};

using At = TimeEdge::At;
constexpr DueTimesCollector::Places places{L1("delayed"), Delayed, Due, LagMs, NextDueMs};

/// Has the code of a framework read more than the keys say.
class ScheduleCollector final : public DueTimesCollector {
public:
    explicit ScheduleCollector(const CollectionDefinition &definition)
        : DueTimesCollector(definition, sizes, places,
                            std::vector<TimeRule>{{L1("processing"), Stale, {}, {.at = At::Now, .exclusive = true}}}),
          m_extra(
              definition,
              {.processing = Processing, .stale = Stale, .dead = Dead, .delayed = Delayed, .due = Due, .lag = LagMs})
    {
    }

    [[nodiscard]] bool isStillBetweenEdges() const override { return m_extra.isNone(); }

    void appendFollowUp(Pipeline &pipeline, std::chrono::milliseconds now) override
    {
        DueTimesCollector::appendFollowUp(pipeline, now);
        m_extra.appendFollowUp(pipeline, now);
    }

    void readFollowUp(ReplyCursor &replies, std::chrono::milliseconds now) override
    {
        DueTimesCollector::readFollowUp(replies, now);
        m_extra.readFollowUp(replies, now);
        takeErrors();
    }

protected:
    [[nodiscard]] int kindHeadCost() const override { return DueTimesCollector::kindHeadCost() + m_extra.headCost(); }

    void appendKindHead(Pipeline &pipeline, std::chrono::milliseconds now) override
    {
        DueTimesCollector::appendKindHead(pipeline, now);
        m_extra.appendHead(pipeline);
    }

    void readKindHead(ReplyCursor &replies, std::chrono::milliseconds now) override
    {
        DueTimesCollector::readKindHead(replies, now);
        m_extra.readHead(replies, now);
        takeErrors();
    }

    void finishKind(Reading &reading) override
    {
        DueTimesCollector::finishKind(reading);
        m_extra.finish(reading);
    }

private:
    void takeErrors()
    {
        for (const auto &[figure, error] : m_extra.takeErrors()) {
            failHead(figure, error);
        }
    }

    ExtraReads m_extra;
};

} // namespace
} // namespace schedule

extern const Kind scheduleKind;
constinit const Kind scheduleKind{&schedule::info, &makeOf<schedule::ScheduleCollector>};

} // namespace plimsoll::redis

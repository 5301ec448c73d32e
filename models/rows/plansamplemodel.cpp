// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/plansamplemodel.h"

#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "models/text/scoretext.h"
#include "redis/types/printable.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace plimsoll::models {

namespace {

/// In the order of the columns' table.
enum class SampleColumn {
    Job,
    Member,
    Class,
    StaleFor,
    Due,
    Age,
    Score,
    Time,
    Attempts,
    GoesTo,
    Group,
    Consumer,
    Idle,
    Lock,
    Token,
    Key,
    Expires
};
using SampleShown = ShownColumn<SampleColumn>;
constexpr int longestSampleCell = 120;

struct PlanSampleWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

bool scoresAreTimes(const KindInfo *kind)
{
    return kind != nullptr && std::all_of(kind->roles.begin(), kind->roles.end(), [](const RoleSpec &role) {
               return role.perId || (role.types & ZSetKey) == 0
                   || (role.score != ScoreIs::Nothing && role.score != ScoreIs::Rank
                       && role.score != ScoreIs::Priority);
           });
}

std::vector<SampleShown> columnsFor(const Plan &plan, const OperationRequest &request)
{
    const auto any = [&plan](auto has) { return std::any_of(plan.sample.begin(), plan.sample.end(), has); };
    const KindInfo *kind = kindOf(request);
    const bool isUndo = plan.action == Action::Undo && !plan.steps.empty();
    if (plan.action == Action::Release || (isUndo && plan.steps.front().is<RelockStep>())) { // nothing is moved
        return {SampleColumn::Lock, SampleColumn::Token};
    }
    if (isUndo && plan.steps.front().is<ExpireStep>()) {
        return {SampleColumn::Key, SampleColumn::Expires};
    }
    if (isUndo && plan.steps.front().is<RescoreStep>()) {
        return {SampleColumn::Member, SampleColumn::GoesTo};
    }
    if (kind != nullptr && kind->hasRole(Holds::Entries) && plan.action != Action::SetExpiry) {
        return plan.action == Action::SetLastId ? std::vector<SampleShown>{SampleColumn::Member, SampleColumn::Age}
            : plan.action == Action::Trim
            ? std::vector<SampleShown>{SampleColumn::Member, SampleColumn::Age, SampleColumn::GoesTo}
            : std::vector<SampleShown>{SampleColumn::Member, SampleColumn::Group,    SampleColumn::Consumer,
                                       SampleColumn::Idle,   SampleColumn::Attempts, SampleColumn::GoesTo};
    }
    if (plan.action == Action::Undo && any([](const Element &element) { return !element.worker.isEmpty(); })) {
        return {SampleColumn::Member, SampleColumn::Group, SampleColumn::Idle, SampleColumn::Attempts,
                SampleColumn::GoesTo}; // pending again
    }
    if (kind == nullptr || !kind->hasRole(Holds::Record)) {
        std::vector<SampleShown> columns{SampleColumn::Member};
        if (!request.keys.empty()) { // an element of one of many keys needs its key
            columns.insert(columns.begin(), SampleColumn::Key);
        }
        if (any([](const Element &element) { return isKnown(element.score); })) {
            columns.emplace_back(scoresAreTimes(kind) ? SampleColumn::Time : SampleColumn::Score);
        }
        columns.emplace_back(SampleColumn::GoesTo);
        return columns;
    }
    std::vector<SampleShown> columns{SampleColumn::Job, SampleColumn::Class};
    const bool delayed = plan.action == Action::RunNow || plan.action == Action::Postpone;
    columns.emplace_back(plan.action == Action::Requeue ? SampleColumn::StaleFor
                             : delayed                  ? SampleColumn::Due
                                                        : SampleColumn::Age);
    columns.emplace_back(SampleColumn::Attempts);
    columns.emplace_back(SampleColumn::GoesTo);
    return columns;
}

/// An undo knows only the name of its collection; redacts what any collection of the workspace redacts.
ElementRules rulesFor(const Plan &plan, const OperationRequest &request)
{
    if (request.workspace == nullptr) {
        return {};
    }
    const std::vector<CollectionDefinition> &collections = request.workspace->collections;
    if (plan.action != Action::Undo) {
        return request.collection < collections.size() ? ElementRules::of(collections[request.collection])
                                                       : ElementRules();
    }
    ElementRules rules;
    for (const CollectionDefinition &collection : collections) {
        const ElementRules own = ElementRules::of(collection);
        rules.redacted += own.redacted;
        rules.hidesError |= own.hidesError;
        rules.hidesClass |= own.hidesClass;
        rules.hidesWorker |= own.hidesWorker;
    }
    rules.redacted.removeDuplicates();
    return rules;
}

/// The first rows of the sample, half of them of each fate where it has so many: dead letters and others.
std::vector<Element> rowsOf(const Plan &plan, std::size_t most)
{
    const auto isExhausted = [&plan](const Element &element) {
        return std::find(plan.exhausted.begin(), plan.exhausted.end(), element.element) != plan.exhausted.end();
    };
    const std::vector<Element> &all = plan.sample;
    const auto dead = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), isExhausted));
    const std::size_t others = all.size() - dead;
    std::size_t deadLeft = std::min(dead, std::max(most / 2, most - std::min(most, others)));
    std::size_t othersLeft = std::min(others, most - deadLeft);
    std::vector<Element> rows;
    for (const Element &element : all) {
        std::size_t &left = isExhausted(element) ? deadLeft : othersLeft;
        if (left > 0) {
            --left;
            rows.push_back(element);
        }
    }
    return rows;
}

} // namespace

PlanSampleModel::PlanSampleModel(PlanPtr plan, const OperationRequest &request, int rows, QObject *parent)
    : TableModel("operations", parent), m_plan(std::move(plan)), m_workspace(request.workspace),
      m_collection(collectionOf(*m_plan, request)), m_rules(rulesFor(*m_plan, request))
{
    const std::chrono::milliseconds now = m_plan->frozenAt;
    const auto bytes = [this](const Element &element) { return elementBytes(element, m_rules, longestSampleCell); };
    const auto key = [](const Element &element) { return printable(element.key, longestSampleCell); };
    const auto since = [now](const std::optional<std::chrono::milliseconds> &time) {
        return time ? formatDuration(now - *time) : unknownText();
    };
    setColumns({
        {QT_TRANSLATE_NOOP("operations", "job"), Cell::Mono,
         [this](auto &element) { return elementName(element, m_rules, longestSampleCell); }},
        {QT_TRANSLATE_NOOP("operations", "element"), Cell::Mono, bytes},
        {QT_TRANSLATE_NOOP("operations", "class"), Cell::Text,
         [this](auto &element) {
             return element.jobClass.isEmpty()
                 ? unknownText()
                 : classText(element.jobClass, m_rules).left(longestSampleCell).simplified();
         }},
        {QT_TRANSLATE_NOOP("operations", "stale for"), Cell::Figure,
         [this, now](auto &element) {
             const auto deadline = deadlineOf(element, m_rules);
             return deadline ? formatDuration(std::max(now - *deadline, std::chrono::milliseconds(0))) : unknownText();
         }},
        {QT_TRANSLATE_NOOP("operations", "due"), Cell::Figure,
         [now](auto &element) { return element.due ? formatRelative(*element.due, now) : unknownText(); }},
        {QT_TRANSLATE_NOOP("operations", "age"), Cell::Figure,
         [since](auto &element) { return since(element.createdAt); }},
        {QT_TRANSLATE_NOOP("operations", "score"), Cell::Figure,
         [](auto &element) { return formatScore(element.score); }},
        {QT_TRANSLATE_NOOP("operations", "time"), Cell::Figure, // encoded in the score
         [now](auto &element) { return element.due ? formatRelative(*element.due, now) : formatScore(element.score); }},
        {QT_TRANSLATE_NOOP("operations", "attempts"), Cell::Figure,
         [this](auto &element) { return attemptsText(element, m_rules); }},
        {QT_TRANSLATE_NOOP("operations", "goes to"), Cell::Mono, [this](auto &element) { return target(element); }},
        {QT_TRANSLATE_NOOP("operations", "group"), Cell::Text,
         [](auto &element) { return printable(element.group, longestSampleCell); }},
        {QT_TRANSLATE_NOOP("operations", "consumer"), Cell::Text,
         [](auto &element) { return element.worker.left(longestSampleCell); }},
        {QT_TRANSLATE_NOOP("operations", "idle"), Cell::Figure,
         [since](auto &element) { return since(element.startedAt); }},
        {QT_TRANSLATE_NOOP("operations", "lock"), Cell::Mono, key},
        {QT_TRANSLATE_NOOP("operations", "token"), Cell::Mono, bytes},
        {QT_TRANSLATE_NOOP("operations", "key"), Cell::Mono, key},
        {QT_TRANSLATE_NOOP("operations", "expires"), Cell::Text, [this](auto &element) { return expiry(element); }},
    });
    pickColumns<SampleColumn>(columnsFor(*m_plan, request));
    showTextsAsTips();
    m_rows = rowsOf(*m_plan, static_cast<std::size_t>(std::max(0, rows)));
}

QString PlanSampleModel::expiry(const Element &element) const
{
    const auto step = std::find_if(m_plan->steps.begin(), m_plan->steps.end(), [&element](const PlanStep &candidate) {
        return candidate.key == element.key && candidate.is<ExpireStep>();
    });
    if (step == m_plan->steps.end()) {
        return unknownText();
    }
    const QByteArray &at = step->as<ExpireStep>()->at;
    return at.isEmpty() ? neverText() : formatRelative(std::chrono::milliseconds(at.toLongLong()), m_plan->frozenAt);
}

QString PlanSampleModel::target(const Element &element) const
{
    const auto isOf = [&element](const PlanStep &candidate) { return candidate.key == element.key; };
    auto step = std::find_if(m_plan->steps.begin(), m_plan->steps.end(), isOf);
    const auto isIn = [&](const PlanStep &candidate) {
        return isOf(candidate)
            && std::any_of(candidate.items.begin(), candidate.items.end(),
                           [&element](const PlanItem &item) { return item.element == element.element; });
    };
    // Jobs of one key may go to several tiers.
    if (step != m_plan->steps.end() && std::any_of(std::next(step), m_plan->steps.end(), isOf)) {
        const auto exact = std::find_if(step, m_plan->steps.end(), isIn);
        step = exact == m_plan->steps.end() ? step : exact;
    }
    if (takesOut(*m_plan)) {
        return PlanSampleWords::tr("nowhere");
    }
    if (step != m_plan->steps.end() && m_plan->action == Action::Undo && step->is<RescoreStep>()) {
        return scoreText(m_collection, step->key, element.score, m_plan->frozenAt);
    }
    if (step != m_plan->steps.end() && m_plan->action == Action::Undo && step->is<GroupIdStep>()) {
        return PlanSampleWords::tr("after %1").arg(printable(element.group, longestSampleCell));
    }
    if (m_plan->action == Action::Undo || m_plan->steps.empty()) {
        return element.worker.isEmpty() ? printable(element.key, longestSampleCell)
                                        : element.worker.left(longestSampleCell);
    }
    const PlanStep &from = step == m_plan->steps.end() ? m_plan->steps.front() : *step;
    if (const auto *pending = from.as<PendingStep>()) {
        return pending->target            ? printable(pending->target->key, longestSampleCell)
            : pending->consumer.isEmpty() ? PlanSampleWords::tr("acknowledged")
                                          : printable(pending->consumer, longestSampleCell);
    }
    const auto *job = from.as<JobStep>();
    if (job != nullptr && job->target) {
        return printable(job->target->key, longestSampleCell);
    }
    const auto *move = from.as<MoveStep>();
    if (from.is<RescoreStep>()) {
        const auto item = std::find_if(from.items.begin(), from.items.end(),
                                       [&](const PlanItem &one) { return one.element == element.element; });
        return item == from.items.end() ? printable(from.key, longestSampleCell)
                                        : newScoreText(m_collection, from, *item, m_plan->frozenAt);
    }
    const bool isRemoval = from.is<CleanStep>() || (job != nullptr && job->removes);
    if (move == nullptr && from.cut() == nullptr && !isRemoval) {
        return printable(from.key, longestSampleCell);
    }
    const auto &spent = m_plan->exhausted;
    if (move != nullptr && move->dead && std::find(spent.begin(), spent.end(), element.element) != spent.end()) {
        return printable(move->dead->key, longestSampleCell);
    }
    if (move != nullptr && move->target) {
        return printable(move->target->key, longestSampleCell);
    }
    return m_plan->archive ? PlanSampleWords::tr("the archive") : PlanSampleWords::tr("nowhere");
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plansamplemodel.h"

#include "models/columninfo.h"
#include "models/format.h"
#include "models/operationtext.h"
#include "redis/types/printable.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <array>

namespace plimsoll::models {

namespace {

using SampleColumn = PlanSampleModel::Column;
constexpr int longestSampleCell = 120;

struct PlanSampleWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

/// Indexed by Column.
constexpr std::array sampleColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "job"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "element"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "class"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "stale for"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "due"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "age"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "score"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "time"), true}, // time encoded in the score
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "attempts"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "goes to"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "group"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "consumer"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "idle"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "lock"), false}, // key of the lock
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "token"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "key"), false},
};

const ColumnInfo &sampleInfoOf(SampleColumn column)
{
    return sampleColumns.at(static_cast<std::size_t>(column));
}

bool scoresAreTimes(const KindInfo *kind)
{
    return kind != nullptr && std::all_of(kind->roles.begin(), kind->roles.end(), [](const RoleSpec &role) {
               return role.perId || (role.types & ZSetKey) == 0
                   || (role.score != ScoreIs::Nothing && role.score != ScoreIs::Rank
                       && role.score != ScoreIs::Priority);
           });
}

std::vector<SampleColumn> columnsFor(const Plan &plan, const OperationRequest &request)
{
    const auto any = [&plan](auto has) { return std::any_of(plan.sample.begin(), plan.sample.end(), has); };
    const KindInfo *kind = kindOf(request);
    if (plan.action == Action::Release) { // nothing is moved
        return {SampleColumn::Lock, SampleColumn::Token};
    }
    if (kind != nullptr && kind->hasRole(Holds::Entries) && plan.action != Action::SetExpiry) {
        return plan.action == Action::SetLastId ? std::vector{SampleColumn::Member, SampleColumn::Age}
            : plan.action == Action::Trim
            ? std::vector{SampleColumn::Member, SampleColumn::Age, SampleColumn::GoesTo}
            : std::vector{SampleColumn::Member, SampleColumn::Group,    SampleColumn::Consumer,
                          SampleColumn::Idle,   SampleColumn::Attempts, SampleColumn::GoesTo};
    }
    if (plan.action == Action::Undo && any([](const Element &element) { return !element.worker.isEmpty(); })) {
        return {SampleColumn::Member, SampleColumn::Group, SampleColumn::Idle, SampleColumn::Attempts,
                SampleColumn::GoesTo}; // pending again
    }
    if (kind == nullptr || !kind->hasRole(Holds::Record)) {
        std::vector<SampleColumn> columns{SampleColumn::Member};
        if (!request.keys.empty()) { // an element of one of many keys needs its key
            columns.insert(columns.begin(), SampleColumn::Key);
        }
        if (any([](const Element &element) { return isKnown(element.score); })) {
            columns.push_back(scoresAreTimes(kind) ? SampleColumn::Time : SampleColumn::Score);
        }
        columns.push_back(SampleColumn::GoesTo);
        return columns;
    }
    std::vector<SampleColumn> columns{SampleColumn::Job, SampleColumn::Class};
    const bool delayed = plan.action == Action::RunNow || plan.action == Action::Postpone;
    columns.push_back(plan.action == Action::Requeue ? SampleColumn::StaleFor
                          : delayed                  ? SampleColumn::Due
                                                     : SampleColumn::Age);
    columns.push_back(SampleColumn::Attempts);
    columns.push_back(SampleColumn::GoesTo);
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

/// The first rows of the sample; the last one shows a dead letter if there are any.
std::vector<std::size_t> rowsOf(const Plan &plan, std::size_t most)
{
    std::vector<std::size_t> rows(std::min(most, plan.sample.size()));
    std::iota(rows.begin(), rows.end(), std::size_t(0));
    const auto isExhausted = [&plan](const Element &element) {
        return std::find(plan.exhausted.begin(), plan.exhausted.end(), element.element) != plan.exhausted.end();
    };
    const auto first = std::find_if(plan.sample.begin(), plan.sample.end(), isExhausted);
    if (!rows.empty() && first != plan.sample.end()) {
        rows.back() = std::max(rows.back(), static_cast<std::size_t>(first - plan.sample.begin()));
    }
    return rows;
}

} // namespace

PlanSampleModel::PlanSampleModel(PlanPtr plan, const OperationRequest &request, int rows, QObject *parent)
    : QAbstractTableModel(parent), m_plan(std::move(plan)), m_rules(rulesFor(*m_plan, request)),
      m_rows(rowsOf(*m_plan, static_cast<std::size_t>(std::max(0, rows)))), m_columns(columnsFor(*m_plan, request))
{
}

int PlanSampleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlanSampleModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
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
    const auto *move = from.as<MoveStep>();
    if (m_plan->action == Action::ChangePriority) {
        const auto item = std::find_if(from.items.begin(), from.items.end(),
                                       [&](const PlanItem &one) { return one.element == element.element; });
        return item == from.items.end() ? printable(from.key, longestSampleCell)
                                        : PlanSampleWords::tr("score %1").arg(formatScore(item->newScore.toDouble()));
    }
    if (move == nullptr && from.cut() == nullptr && !from.is<CleanStep>()) {
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

QString PlanSampleModel::text(const Element &element, SampleColumn column) const
{
    switch (column) {
    case SampleColumn::Job:
        return elementName(element, m_rules, longestSampleCell);
    case SampleColumn::Member:
        return elementBytes(element, m_rules, longestSampleCell);
    case SampleColumn::Class:
        return element.jobClass.isEmpty() ? unknownText()
                                          : classText(element.jobClass, m_rules).left(longestSampleCell).simplified();
    case SampleColumn::StaleFor:
        if (const auto deadline = deadlineOf(element, m_rules)) {
            return formatDuration(std::max(m_plan->frozenAt - *deadline, std::chrono::milliseconds(0)));
        }
        return unknownText();
    case SampleColumn::Due:
        return element.due ? formatRelative(*element.due, m_plan->frozenAt) : unknownText();
    case SampleColumn::Age:
        return element.createdAt ? formatDuration(m_plan->frozenAt - *element.createdAt) : unknownText();
    case SampleColumn::Score:
        return formatScore(element.score);
    case SampleColumn::Time:
        return element.due ? formatRelative(*element.due, m_plan->frozenAt) : formatScore(element.score);
    case SampleColumn::Attempts:
        return attemptsText(element, m_rules);
    case SampleColumn::GoesTo:
        return target(element);
    case SampleColumn::Group:
        return printable(element.group, longestSampleCell);
    case SampleColumn::Consumer:
        return element.worker.left(longestSampleCell);
    case SampleColumn::Lock:
    case SampleColumn::Key:
        return printable(element.key, longestSampleCell);
    case SampleColumn::Token:
        return elementBytes(element, m_rules, longestSampleCell);
    case SampleColumn::Idle:
        return element.startedAt ? formatDuration(m_plan->frozenAt - *element.startedAt) : unknownText();
    }
    return {};
}

QVariant PlanSampleModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const SampleColumn column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(m_plan->sample[m_rows[static_cast<std::size_t>(index.row())]], column);
    case Qt::TextAlignmentRole:
        return columnAlignment(sampleInfoOf(column).number);
    default:
        return {};
    }
}

QVariant PlanSampleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    return columnHeader(sampleInfoOf(columnAt(section)), "operations", role);
}

} // namespace plimsoll::models

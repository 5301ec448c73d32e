// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <QLocale>

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace plimsoll::redis::planning {

namespace {

/// Step that undoes one outcome of a step.
PlanStep undoStep(const PlanStep &step, char outcome)
{
    PlanStep back;
    back.key = step.key;
    back.keyType = step.keyType;
    if (outcome != 'a') { // else elements were added, and a move takes them out
        stepKind(step).makeBack(step, outcome, back);
    }
    return back;
}

/// Archive rows of the elements that can go back.
using Rows = std::unordered_set<qint64>;

/// Shows the first few elements that an undo puts back; of `possible` ones, where they are known.
Outcome showSome(const Journal &journal, const OpenOperation &undone, const std::optional<Rows> &possible, Plan &plan)
{
    constexpr int shownMost = 10;
    const int others = possible ? static_cast<int>(plan.matched() - static_cast<qint64>(possible->size())) : 0;
    const Result<std::vector<ArchivedElement>> some =
        journal.archive().elements(undone.report.id, Archive::From::Newest, shownMost + others);
    if (!some) {
        return some.error();
    }
    for (const ArchivedElement &element : *some) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(element.step)];
        if (!original.hasElements()
            || std::none_of(
                plan.steps.begin(), plan.steps.end(),
                [&element](const PlanStep &step) { return step.archived->step == element.step && !step.beside; })
            || (possible && !possible->contains(element.row))) {
            continue;
        }
        if (plan.sample.size() == shownMost) {
            break;
        }
        Element &shown = plan.sample.emplace_back();
        // Of an edited record the archive has the text that was replaced.
        const auto *edit = original.as<EditStep>();
        shown.element = edit != nullptr && edit->of != EditStep::Of::Element ? edit->job : element.element;
        shown.id = readerOf(original).idOf(shown.element);
        shown.key = original.key;
        stepKind(original).show(original, element, shown);
    }
    return Done{};
}

/// Notes what Redis cannot restore, in the order in which the operation did it.
void noteLosses(Plan &plan)
{
    QStringList known;
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
        for (const QString &note : stepKind(*step).losses(*step)) {
            if (!known.contains(note)) {
                known.append(note);
                addNote(plan, note);
            }
        }
    }
}

/// The first few obstacles, each once, and how many others there are.
QString toldOnce(QStringList obstacles)
{
    constexpr qsizetype mostTold = 3;
    obstacles.removeDuplicates();
    const qsizetype others = obstacles.size() - mostTold;
    const QString told = obstacles.mid(0, mostTold).join(u' ');
    return others <= 0 ? told
        : others == 1  ? Words::tr("%1 1 other cannot go back either.").arg(told)
                       : Words::tr("%1 %2 others cannot go back either.", nullptr, pluralOf(others))
                            .arg(told, QString::number(others));
}

constexpr qint64 mostLookedAt = 1'000; ///< elements examined per step

/// True if something would come back that is no element, such as a consumer.
bool mayMake(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
             const Plan &plan)
{
    return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const PlanStep &step) {
        if (!step.beside || step.hasElements()) {
            return false;
        }
        const Result<std::optional<PlanStep>> part = UndoParts(journal, undone, step).next();
        if (!part || !*part) {
            return false;
        }
        Prospect prospect(server, stop, **part, plan.frozenAt);
        return stepKind(step).look(prospect) && prospect.count() > 0;
    });
}

/// Notes how many elements cannot be put back, or that there are too many to look at each; adds no note if it is
/// unknown for some for another reason. `rows`: those that can, unless
/// that is unknown or judged by another step than that which is shown.
Outcome lookFirst(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                  Plan &plan, std::optional<Rows> &rows)
{
    // An edit that was requeued is judged by its way back: until then it is not where it was edited.
    const auto any = [&plan](auto belongs) { return std::any_of(plan.steps.begin(), plan.steps.end(), belongs); };
    const bool isOfWay = any([](const PlanStep &step) { return step.isCondition() && !step.beside; })
        && any([](const PlanStep &step) { return step.beside; });
    qint64 possible = 0;
    QStringList obstacles;
    qint64 obstructed = 0; // elements of the steps that have one
    Rows can;
    for (const PlanStep &step : plan.steps) {
        if (step.beside != isOfWay) {
            continue;
        }
        if (step.archived->count > mostLookedAt) {
            addNote(plan,
                    Words::tr("More than %1 elements: it was not checked which of them can go back. Those worked on, "
                              "moved or changed since are skipped, even if shown here.")
                        .arg(QLocale().toString(mostLookedAt)));
            return Done{};
        }
        const Result<std::optional<PlanStep>> part = UndoParts(journal, undone, step).next();
        if (!part) {
            return part.error();
        }
        if (!*part || qint64((*part)->items.size()) != step.archived->count) {
            return Done{};
        }
        Prospect prospect(server, stop, **part, plan.frozenAt);
        const std::optional<qint64> count =
            stepKind(step).look(prospect) ? std::optional(prospect.count()) : std::nullopt;
        if (!count) {
            return Done{};
        }
        possible += *count;
        if (!prospect.obstacle.isEmpty()) {
            obstacles.append(prospect.obstacle);
            obstructed += step.archived->count - *count;
        }
        for (std::size_t i = 0; i < prospect.can.size(); ++i) {
            if (prospect.can[i]) {
                can.insert((*part)->archiveRows[i]);
            }
        }
    }
    if (possible == 0 && mayMake(server, stop, journal, undone, plan)) {
        return Done{}; // not all of it would be in vain
    }
    plan.possible = possible;
    if (!isOfWay) {
        rows = std::move(can);
    }
    const qint64 left = plan.matched() - possible;
    const QString why = obstructed == left ? toldOnce(std::move(obstacles)) : QString();
    plan.obstacle = possible == 0 ? why : QString();
    if (left > 0) {
        addNote(plan,
                !why.isEmpty() ? Words::tr("%1 of %2 can go back. %3")
                                     .arg(QString::number(possible), QString::number(plan.matched()), why)
                    : left == 1
                    ? Words::tr("%1 of %2 can go back: 1 has been worked on, moved or changed since.")
                          .arg(QString::number(possible), QString::number(plan.matched()))
                    : Words::tr("%1 of %2 can go back: %3 have been worked on, moved or changed since.", nullptr,
                                pluralOf(left))
                          .arg(QString::number(possible), QString::number(plan.matched()), QString::number(left)));
    }
    return Done{};
}

} // namespace

Outcome planBack(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                 Plan &plan)
{
    const Result<std::vector<PlanArchive>> sums = journal.archive().sums(undone.report.id);
    if (!sums) {
        return sums.error();
    }
    qint64 passed = 0;
    const bool hasCondition =
        std::any_of(undone.steps.begin(), undone.steps.end(), [](const PlanStep &step) { return step.isCondition(); });
    for (const PlanArchive &sum : *sums) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(sum.step)];
        PlanStep back = undoStep(original, sum.outcome);
        back.archived = sum;
        // Elements are moved back, then edited back. A consumer is made before its entries and not counted with them.
        back.beside = original.beside != hasCondition || !original.hasElements();
        back.records = original.records;
        UndoSource source{journal, undone, sum};
        if (Outcome completed = stepKind(back).completeBack(source, back, plan); !completed) {
            return completed;
        }
        passed += source.expiriesPassed;
        plan.steps.push_back(std::move(back));
    }
    noteLosses(plan);
    // Once all counted elements are back, the others are too.
    const auto counted =
        std::stable_partition(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.beside; });
    if (counted == plan.steps.end()) { // the operation stopped before the counted steps, so these are all
        std::for_each(plan.steps.begin(), plan.steps.end(), [](PlanStep &step) { step.beside = false; });
    }
    if (passed > 0) {
        plan.note = passed == 1
            ? Words::tr("The old expiry of 1 key has passed and would delete it, so that key is left as it is.")
            : Words::tr("The old expiry of %1 keys has passed and would delete them, so they are left as they are.",
                        nullptr, pluralOf(passed))
                  .arg(passed);
    }
    std::optional<Rows> possible;
    if (Outcome looked = lookFirst(server, stop, journal, undone, plan, possible); !looked) {
        return looked;
    }
    return plan.possible == 0 ? Outcome(Done{}) : showSome(journal, undone, possible, plan);
}

} // namespace plimsoll::redis::planning

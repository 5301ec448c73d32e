// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch.h"
#include "redis/operations/costs.h"
#include "redis/operations/planning.h"
#include "redis/operations/undoparts.h"
#include "redis/operations/words.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <algorithm>

namespace plimsoll::redis::planning {

namespace {

/// Puts elements moved to `from` back where the step took them.
PlanStep backStep(const PlanStep &step, const PlanTarget &from)
{
    using Attempts = MoveStep::Attempts;
    PlanStep back;
    back.key = from.key;
    back.keyType = from.how == PlanTarget::How::AddToZSet ? ZSetKey
        : from.how == PlanTarget::How::AddToSet           ? SetKey
                                                          : ListKey;
    back.does = MoveStep{
        .target = PlanTarget{step.key, endOf(step), {}},
        .attempts = step.attempts() == Attempts::Keep ? Attempts::Keep : Attempts::Set,
        .atLeft = from.how == PlanTarget::How::PushLeft,
        .contiguous = back.keyType == ListKey, // pushed together, so taken together while nobody was faster
    };
    return back;
}

/// The step that undoes what `outcome` did to the elements of a step.
PlanStep undoStep(const PlanStep &step, char outcome)
{
    PlanStep back;
    back.key = step.key;
    back.keyType = step.keyType;
    if (outcome == 'a') { // was added
        return back;
    }
    const auto *move = step.as<MoveStep>();
    if (move != nullptr && outcome == 'm' && move->target) {
        return backStep(step, *move->target);
    }
    if (move != nullptr && outcome == 'd' && move->dead) {
        return backStep(step, *move->dead);
    }
    if (const auto *pending = step.as<PendingStep>()) {
        const bool isAgain = pending->what == PendingStep::What::Again;
        back.does = PendingBackStep{isAgain ? 'a' : outcome, pending->group, pending->consumer, pending->target};
    } else if (const auto *consumer = step.as<ConsumerStep>()) {
        back.does = ConsumerStep{consumer->group, true};
    } else if (step.is<RescoreStep>() || step.is<ExpireStep>() || step.is<GroupIdStep>()) {
        back.does = step.does;
    } else if (step.is<CleanStep>()) {
        back.does = CleanBackStep{};
    } else if (const auto *edit = step.as<EditStep>()) {
        back.does = *edit;
        back.as<EditStep>()->isBack = true;
    } else if (step.is<UnlockStep>()) {
        back.does = RelockStep{};
    } else {
        back.does = RestoreStep{.atLeft = step.atLeft()};
    }
    return back;
}

/// Whose an entry was: "DELIVERIES TIME CONSUMER", as pending.lua told.
void showStanding(const PendingStep &step, const QByteArray &standing, Element &shown)
{
    const qsizetype time = standing.indexOf(' ');
    const qsizetype consumer = time < 0 ? -1 : standing.indexOf(' ', time + 1);
    if (consumer < 0) {
        return;
    }
    shown.group = step.group;
    shown.attempts = standing.left(time).toLongLong();
    shown.startedAt = std::chrono::milliseconds(standing.mid(time + 1, consumer - time - 1).toLongLong());
    shown.worker = printable(standing.mid(consumer + 1));
}

/// The first few that an undo puts back.
Outcome showSome(const Journal &journal, const OpenOperation &undone, Plan &plan)
{
    const Result<std::vector<ArchivedElement>> some = journal.archived(undone.report.id, Journal::From::Newest, 10);
    if (!some) {
        return some.error();
    }
    for (const ArchivedElement &element : *some) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(element.step)];
        if (std::none_of(plan.steps.begin(), plan.steps.end(), [&element](const PlanStep &step) {
                return step.archived->step == element.step && !step.beside;
            })) {
            continue;
        }
        Element &shown = plan.sample.emplace_back();
        shown.element = element.element;
        shown.id = readerOf(original).idOf(element.element);
        shown.key = original.key;
        if (const auto *pending = original.as<PendingStep>()) {
            showStanding(*pending, element.score, shown);
        }
    }
    return Done{};
}

/// An expiry that has passed would take the elements away the moment they are back.
QByteArray stillToCome(std::optional<qint64> expires, Plan &plan)
{
    if (!expires) {
        return {};
    }
    if (*expires > plan.frozenAt.count()) {
        return QByteArray::number(*expires);
    }
    addNote(plan, Words::tr("The expiry the key had has passed; it gets none."));
    return {};
}

/// A key that would have expired by itself meanwhile comes back for good: the archive has it, and nothing else does.
Outcome noteOverdue(const Journal &journal, const QString &operation, const PlanArchive &what, Plan &plan)
{
    const Result<qint64> overdue = journal.keysOverdue(operation, what, plan.frozenAt);
    if (!overdue) {
        return overdue.error();
    }
    if (*overdue > 0) {
        addNote(plan,
                *overdue == 1
                    ? Words::tr("The expiry that 1 of the keys had has passed: it comes back without one, and stays.")
                    : Words::tr("The expiry that %1 of the keys had has passed: they come back without one, and stay.",
                                nullptr, pluralOf(*overdue))
                          .arg(*overdue));
    }
    return Done{};
}

/// What Redis does not let anybody put back: to give something to a consumer is a sign of life of it.
void noteConsumers(Plan &plan)
{
    const auto any = [&plan](auto belongs) { return std::any_of(plan.steps.begin(), plan.steps.end(), belongs); };
    const bool isPending = any([](const PlanStep &step) { return step.is<PendingBackStep>(); });
    if (isPending) {
        addNote(plan, Words::tr("An entry that is no longer in the stream cannot be pending again; it is skipped."));
    }
    if (isPending || any([](const PlanStep &step) { return step.is<ConsumerStep>(); })) {
        addNote(plan,
                Words::tr("Consumers that get theirs back count as seen just now: their own idle time begins anew."));
    }
    if (any([](const PlanStep &step) {
            const auto *back = step.as<PendingBackStep>();
            return back != nullptr && back->how == 'm' && back->consumer != neutralConsumer;
        })) {
        addNote(plan, Words::tr("A consumer that was made for it stays."));
    }
}

} // namespace

Outcome planBack(const Journal &journal, const OpenOperation &undone, Plan &plan)
{
    const QString &id = undone.report.id;
    const Result<std::vector<PlanArchive>> sums = journal.archivedSums(id);
    if (!sums) {
        return sums.error();
    }
    qint64 passed = 0;
    const bool isEdit =
        std::any_of(undone.steps.begin(), undone.steps.end(), [](const PlanStep &step) { return step.is<EditStep>(); });
    for (const PlanArchive &sum : *sums) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(sum.step)];
        PlanStep back = undoStep(original, sum.outcome);
        back.archived = sum;
        back.beside = original.beside != isEdit; // it comes back first, then becomes what it was
        back.records = original.records;
        if (auto *const relock = back.as<RelockStep>()) { // without an expiry only where it had none
            const std::optional<qint64> ends = journal.expiryBefore(id, sum.step);
            relock->expireAt = ends ? QByteArray::number(*ends) : QByteArray();
            if (ends && *ends <= plan.frozenAt.count()) {
                plan.note = Words::tr("The lease has ended meanwhile; it is not put back.");
            }
        } else if (auto *const clean = back.as<CleanBackStep>()) {
            clean->expireAt = stillToCome(journal.expiryBefore(id, sum.step), plan);
            if (Outcome noted = noteOverdue(journal, id, sum, plan); !noted) {
                return noted;
            }
        } else if (auto *const restore = back.as<RestoreStep>()) {
            restore->expireAt = stillToCome(journal.expiryBefore(id, sum.step), plan);
        } else if (auto *const move = back.as<MoveStep>(); move != nullptr && sum.outcome != 'a') {
            move->expireAt = stillToCome(journal.expiryBefore(id, sum.step), plan);
        } else if (auto *const expire = back.as<ExpireStep>()) {
            if (const std::optional<qint64> before = journal.expiryBefore(id, sum.step)) {
                expire->at = QByteArray::number(*before);
            } else { // never, or in a journal before layout 7
                const Result<std::vector<ArchivedElement>> key = journal.archivedPart(id, sum, {}, {1, 1});
                if (!key) {
                    return key.error();
                }
                expire->at = key->empty() ? QByteArray() : key->front().score;
            }
            passed += !expire->at.isEmpty() && expire->at.toDouble() <= double(plan.frozenAt.count()) ? 1 : 0;
        }
        plan.steps.push_back(std::move(back));
    }
    noteConsumers(plan);
    // When all that counts is back, so is the rest.
    const auto counted =
        std::stable_partition(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.beside; });
    if (counted == plan.steps.end()) { // it did not come to those: these are all there is
        std::for_each(plan.steps.begin(), plan.steps.end(), [](PlanStep &step) { step.beside = false; });
    }
    if (passed > 0) {
        plan.note = passed == 1 ? Words::tr("The expiry that 1 of the keys had has passed: it would delete it, so it "
                                            "is left as it is.")
                                : Words::tr("The expiry that %1 of the keys had has passed: it would delete them, so "
                                            "they are left as they are.",
                                            nullptr, pluralOf(passed))
                                      .arg(passed);
    }
    return showSome(journal, undone, plan);
}

} // namespace plimsoll::redis::planning

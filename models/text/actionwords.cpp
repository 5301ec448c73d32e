// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/actionwords.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

constexpr std::array actionWords{
    ActionWords{Action::Requeue, QT_TRANSLATE_NOOP("operations", "Requeue"),
                QT_TRANSLATE_NOOP("operations", "Requeue %1"),
                QT_TRANSLATE_NOOP("operations", "These jobs go back to the front of the queue."), false},
    ActionWords{
        Action::RequeueDead, QT_TRANSLATE_NOOP("operations", "Requeue dead letters"),
        QT_TRANSLATE_NOOP("operations", "Requeue %1"),
        QT_TRANSLATE_NOOP("operations", "Dead letters go back to be worked on, after the jobs already waiting."),
        false},
    ActionWords{Action::DeadLetter, QT_TRANSLATE_NOOP("operations", "Dead-letter"),
                QT_TRANSLATE_NOOP("operations", "Dead-letter %1"),
                QT_TRANSLATE_NOOP("operations", "They go to the dead letters and stay there until they are requeued."),
                false},
    ActionWords{Action::Discard, QT_TRANSLATE_NOOP("operations", "Discard"),
                QT_TRANSLATE_NOOP("operations", "Discard %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They are removed from the collection and kept in the archive on this computer."),
                true},
    ActionWords{
        Action::RunNow, QT_TRANSLATE_NOOP("operations", "Run now"), QT_TRANSLATE_NOOP("operations", "Run %1 now"),
        QT_TRANSLATE_NOOP("operations", "They become ready now, before their time: workers can take them at once."),
        false},
    ActionWords{Action::Postpone, QT_TRANSLATE_NOOP("operations", "Postpone"),
                QT_TRANSLATE_NOOP("operations", "Postpone %1"),
                QT_TRANSLATE_NOOP("operations", "They become due later; an overdue job is postponed from now."), false},
    ActionWords{Action::Move, QT_TRANSLATE_NOOP("operations", "Move"), QT_TRANSLATE_NOOP("operations", "Move %1"),
                QT_TRANSLATE_NOOP("operations", "They go to another tier, after those already waiting there."), false},
    ActionWords{Action::ChangePriority, QT_TRANSLATE_NOOP("operations", "Change priority"),
                QT_TRANSLATE_NOOP("operations", "Change priority of %1"),
                QT_TRANSLATE_NOOP("operations", "An arrival time in the score stays."), false},
    ActionWords{Action::Trim, QT_TRANSLATE_NOOP("operations", "Trim"), QT_TRANSLATE_NOOP("operations", "Trim %1"),
                QT_TRANSLATE_NOOP("operations", "They are cut off at the far end; new arrivals are not touched."),
                true},
    ActionWords{Action::Prune, QT_TRANSLATE_NOOP("operations", "Prune"), QT_TRANSLATE_NOOP("operations", "Prune %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They are removed from the last heartbeats and the connected members. A member that "
                                  "shows up again is added again."),
                true},
    ActionWords{Action::Add, QT_TRANSLATE_NOOP("operations", "Add"), QT_TRANSLATE_NOOP("operations", "Add %1"),
                QT_TRANSLATE_NOOP("operations", "They become members of the set; existing members are skipped."),
                false},
    ActionWords{Action::SetExpiry, QT_TRANSLATE_NOOP("operations", "Set expiry"),
                QT_TRANSLATE_NOOP("operations", "Set expiry of %1"),
                "", // it depends on the keys
                false},
    ActionWords{Action::Purge, QT_TRANSLATE_NOOP("operations", "Purge"), QT_TRANSLATE_NOOP("operations", "Purge %1"),
                QT_TRANSLATE_NOOP("operations", "All of them are removed from the collection."), true},
    ActionWords{
        Action::Release, QT_TRANSLATE_NOOP("operations", "Release"), QT_TRANSLATE_NOOP("operations", "Release %1"),
        QT_TRANSLATE_NOOP("operations",
                          "The lock is deleted if it is still held with the token shown. A newer holder keeps it."),
        true},
    ActionWords{
        Action::Acknowledge, QT_TRANSLATE_NOOP("operations", "Acknowledge"),
        QT_TRANSLATE_NOOP("operations", "Acknowledge %1"),
        QT_TRANSLATE_NOOP("operations",
                          "The group counts them as done, and no consumer gets them again. The stream stays as it is."),
        true},
    ActionWords{Action::SetLastId, QT_TRANSLATE_NOOP("operations", "Set last id"),
                QT_TRANSLATE_NOOP("operations", "Set last id of %1"),
                QT_TRANSLATE_NOOP("operations", "The group continues after that id; no entry is changed."), false},
    ActionWords{Action::RemoveConsumer, QT_TRANSLATE_NOOP("operations", "Remove consumer"),
                QT_TRANSLATE_NOOP("operations", "Remove %1"),
                QT_TRANSLATE_NOOP("operations", "Its pending entries go to another consumer of the group first."),
                true},
    ActionWords{
        Action::CleanUp, QT_TRANSLATE_NOOP("operations", "Clean up"), QT_TRANSLATE_NOOP("operations", "Clean up %1"),
        QT_TRANSLATE_NOOP(
            "operations",
            "They are removed from the index together with their keys. Entries renewed or rewritten meanwhile stay."),
        true},
    ActionWords{Action::Edit, QT_TRANSLATE_NOOP("operations", "Edit"), QT_TRANSLATE_NOOP("operations", "Edit %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "It is changed in place, if it is still as shown; its place, score and expiry stay."),
                false},
    ActionWords{Action::Adopt, QT_TRANSLATE_NOOP("operations", "Requeue orphaned jobs"),
                QT_TRANSLATE_NOOP("operations", "Requeue %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "Their ids go where new jobs arrive, if their records still exist and no key of the "
                                  "collection holds them."),
                false},
    ActionWords{
        Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
        QT_TRANSLATE_NOOP("operations",
                          "They go back to where they were, in their old order among themselves. Those that exist "
                          "again or have moved on are skipped and counted."),
        false},
};

struct VariantWords {
    ActionVariant variant;
    ActionWords words;
};

/// Words of actions with a variant name.
constexpr std::array variantWords{
    VariantWords{ActionVariant::Claim,
                 {Action::Requeue, QT_TRANSLATE_NOOP("operations", "Claim"),
                  QT_TRANSLATE_NOOP("operations", "Claim %1"),
                  QT_TRANSLATE_NOOP("operations", "Moves them to another consumer in the same group."), false}},
    VariantWords{
        ActionVariant::Release,
        {Action::Requeue, QT_TRANSLATE_NOOP("operations", "Release"), QT_TRANSLATE_NOOP("operations", "Release %1"),
         QT_TRANSLATE_NOOP("operations", "Any consumer of their group that claims idle entries can take them."),
         false}},
    VariantWords{
        ActionVariant::AddAgain,
        {Action::RequeueDead, QT_TRANSLATE_NOOP("operations", "Add again"),
         QT_TRANSLATE_NOOP("operations", "Add %1 again"),
         QT_TRANSLATE_NOOP("operations", "They are added to the stream again and acknowledged where they were."),
         false}},
    VariantWords{ActionVariant::Prune,
                 {Action::Trim, QT_TRANSLATE_NOOP("operations", "Prune"), QT_TRANSLATE_NOOP("operations", "Prune %1"),
                  QT_TRANSLATE_NOOP("operations",
                                    "They are older than the window and are removed; new arrivals are not touched."),
                  true}},
    VariantWords{ActionVariant::Reset,
                 {Action::Purge, QT_TRANSLATE_NOOP("operations", "Reset"), QT_TRANSLATE_NOOP("operations", "Reset %1"),
                  QT_TRANSLATE_NOOP("operations", "Everything counted is removed; counting starts again."), true}},
    VariantWords{ActionVariant::Remove,
                 {Action::Discard, QT_TRANSLATE_NOOP("operations", "Remove"),
                  QT_TRANSLATE_NOOP("operations", "Remove %1"),
                  QT_TRANSLATE_NOOP("operations",
                                    "They are removed from the collection and kept in the archive on this computer."),
                  true}},
    VariantWords{ActionVariant::Remove,
                 {Action::Prune, QT_TRANSLATE_NOOP("operations", "Remove"),
                  QT_TRANSLATE_NOOP("operations", "Remove %1"),
                  QT_TRANSLATE_NOOP("operations",
                                    "They are removed from the last heartbeats and the connected members. A member "
                                    "that shows up again is added again."),
                  true}},
    VariantWords{
        ActionVariant::EditRequeue,
        {Action::Edit, QT_TRANSLATE_NOOP("operations", "Edit and requeue"),
         QT_TRANSLATE_NOOP("operations", "Edit and requeue %1"),
         QT_TRANSLATE_NOOP("operations",
                           "It is changed in place, if it is still as shown; its place, score and expiry stay."),
         false}},
    VariantWords{
        ActionVariant::EditDeadLetter,
        {Action::Edit, QT_TRANSLATE_NOOP("operations", "Edit and dead-letter"),
         QT_TRANSLATE_NOOP("operations", "Edit and dead-letter %1"),
         QT_TRANSLATE_NOOP("operations",
                           "It is changed in place, if it is still as shown; its place, score and expiry stay."),
         false}},
};

constexpr ActionWords entryDeadLetter{
    Action::DeadLetter, QT_TRANSLATE_NOOP("operations", "Dead-letter"),
    QT_TRANSLATE_NOOP("operations", "Dead-letter %1"),
    QT_TRANSLATE_NOOP(
        "operations",
        "They are added to the dead stream and acknowledged in one step. They stay in the stream itself."),
    false};

constexpr ActionWords entryUndo{Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"),
                                QT_TRANSLATE_NOOP("operations", "Put back %1"),
                                QT_TRANSLATE_NOOP("operations",
                                                  "Each becomes pending again at its former consumer; entries "
                                                  "delivered or acknowledged since are skipped."),
                                false};

constexpr ActionWords addedUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Remove %1 again"),
    QT_TRANSLATE_NOOP("operations",
                      "They were added, and are removed again. Those that have moved on are skipped and counted."),
    false};

constexpr ActionWords expiryUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back the expiry of %1"),
    QT_TRANSLATE_NOOP("operations", "Keys whose expiry has been changed since are skipped and counted."), false};

constexpr ActionWords scoreUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
    QT_TRANSLATE_NOOP("operations",
                      "Each gets back the score that it had. Those that were taken, or whose score has been changed "
                      "since, are skipped and counted."),
    false};

constexpr ActionWords lockUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
    QT_TRANSLATE_NOOP(
        "operations",
        "Each lock is held by its old token again, for what is left of its lease. One that is held again, "
        "or whose lease has ended, is skipped and counted."),
    false};

constexpr ActionWords groupUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
    QT_TRANSLATE_NOOP("operations",
                      "The group continues after the id that it had read last before, unless it has read on since."),
    false};

constexpr ActionWords editUndo{
    Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
    QT_TRANSLATE_NOOP("operations", "It gets back the text that it had, unless it has been changed since."), false};

struct UndoWords {
    const ActionWords &words;
    bool (*isOf)(const PlanStep &step);
};

template <typename Step> bool isOfStep(const PlanStep &step)
{
    return step.is<Step>();
}

/// Undos that move nothing, by the step back.
constexpr std::array undos{
    UndoWords{expiryUndo, &isOfStep<ExpireStep>},     UndoWords{scoreUndo, &isOfStep<RescoreStep>},
    UndoWords{lockUndo, &isOfStep<RelockStep>},       UndoWords{groupUndo, &isOfStep<GroupIdStep>},
    UndoWords{entryUndo, &isOfStep<PendingBackStep>}, UndoWords{editUndo, &isOfStep<EditStep>},
};

} // namespace

const ActionWords *undoWords(const std::vector<PlanStep> &steps)
{
    const auto hasElements = [](const PlanStep &step) { return step.hasElements(); };
    if (std::none_of(steps.begin(), steps.end(), hasElements)) {
        return nullptr;
    }
    const auto *const found = std::find_if(undos.begin(), undos.end(), [&steps](const UndoWords &undo) {
        return std::all_of(steps.begin(), steps.end(),
                           [&undo](const PlanStep &step) { return !step.hasElements() || undo.isOf(step); });
    });
    return found == undos.end() ? nullptr : &found->words;
}

const ActionWords &undoOfAdded()
{
    return addedUndo;
}

const ActionWords &wordsOf(Action action, ActionVariant variant, const KindInfo *kind)
{
    const auto *const own =
        std::find_if(variantWords.begin(), variantWords.end(), [action, variant](const VariantWords &each) {
            return each.variant == variant && each.words.action == action;
        });
    if (own != variantWords.end()) {
        return own->words;
    }
    if (action == Action::DeadLetter && kind != nullptr && kind->hasRole(Holds::Entries)) {
        return entryDeadLetter;
    }
    return *std::find_if(actionWords.begin(), actionWords.end(),
                         [action](const ActionWords &words) { return words.action == action; });
}

} // namespace plimsoll::models

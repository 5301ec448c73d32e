// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QString>

/// Texts about operations, shared by dialog, bar, journal and buttons.
namespace plimsoll::models {

/// "Requeue", "Trim", … for a column of the journal.
QString actionTitle(Action action, ActionVariant variant = ActionVariant::Default);
QString actionTitle(const OperationReport &report);
QString operationStateTitle(OperationState state);
/// Includes the result of its undo: "undone in part".
QString operationStateTitle(const OperationReport &report);
/// True if it went well, but nothing was left to do. Never shown as a success.
bool isInVain(const OperationReport &report);
/// Colour of the state: Ok if no action is needed.
State operationSeverity(OperationState state);
State operationSeverity(const OperationReport &report);
/// True if elements leave the collection permanently, except by undo.
bool isDestructive(Action action);

/// Counted name of the elements of a kind: "1 job", "41 jobs", "3 members", "2 keys".
QString countedElements(qint64 count, const KindInfo *kind, Action action);
/// Kind of the request's collection; null without one (undo of another workspace's operation).
const KindInfo *kindOf(const OperationRequest &request);

/// Title before the plan is ready: "Requeue stale jobs of email".
QString requestTitle(const OperationRequest &request);
/// "Requeue 41 stale jobs of email", "Requeue 28, dead-letter 13 of email".
QString planTitle(const Plan &plan, const OperationRequest &request);
/// Text of the button, verb and count: "Requeue 41 jobs".
QString planButton(const Plan &plan, const OperationRequest &request);
/// Says what will happen to the elements, including the plan's additional effects.
QString planSentence(const Plan &plan, const OperationRequest &request);
/// "Can be undone until 20 December.", or that it cannot be undone.
QString undoText(const Plan &plan);
/// Number of elements in the plan, without a consumer that is removed.
qint64 plannedElements(const Plan &plan);
/// True for an undo that only removes elements that were added.
bool takesOut(const Plan &plan);
/// "5 keys, all on one server": the keys read or changed, including job records.
QString keysText(const Plan &plan);
/// "Nothing to undo: all 41 have been worked on since." if no element of an undo can go back; else empty.
QString inVainText(const Plan &plan);
/// Explains which elements would match if none do.
QString nothingHeading(const OperationRequest &request, const Plan &plan);
QString nothingText(const OperationRequest &request, const Plan &plan);

/// Text about elements that a partial undo left alone; else empty.
QString leftAloneText(const OperationReport &report);
/// Number of skipped elements and the reason; empty if there are none.
QString skippedText(const OperationReport &report);
/// "requeued 03:00:04": outcome of one element by its code in the archive (m moved, d dead-lettered, r removed).
QString outcomeText(Action action, ActionVariant variant, char outcome, std::chrono::milliseconds time);

/// "41 moved, 3 to dead letters, 2 skipped".
QString resultText(const OperationReport &report);

} // namespace plimsoll::models

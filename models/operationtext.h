// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QString>

/// What is said of operations, once for dialog, bar, journal and buttons.
namespace plimsoll::models {

/// "Requeue", "Trim", … as a column of the journal says it.
QString actionTitle(Action action, Called called = Called::Plainly);
QString actionTitle(const OperationReport &report);
QString operationStateTitle(OperationState state);
/// With what its undo left alone: "undone in part".
QString operationStateTitle(const OperationReport &report);
/// How the state is coloured: Ok for what needs nobody.
State operationSeverity(OperationState state);
State operationSeverity(const OperationReport &report);
/// Elements leave the collection for good, apart from undo.
bool isDestructive(Action action);

/// "1 job", "41 jobs", "3 members", "2 keys": what the elements of that kind are called, counted.
QString countedElements(qint64 count, const KindInfo *kind, Action action);
/// Of the collection it is about; null when there is none (undo of another workspace's operation).
const KindInfo *kindOf(const OperationRequest &request);

/// Before the plan is there: "Requeue stale jobs of email".
QString requestTitle(const OperationRequest &request);
/// "Requeue 41 stale jobs of email", "Requeue 28, dead-letter 13 of email".
QString planTitle(const Plan &plan, const OperationRequest &request);
/// "Requeue 41 jobs": verb and count, for the button.
QString planButton(const Plan &plan, const OperationRequest &request);
/// What will happen to them, with what the plan adds.
QString planSentence(const Plan &plan, const OperationRequest &request);
/// "Can be undone until 20 December.", or that it cannot.
QString undoText(const Plan &plan);
/// How many elements it is about; the consumer that is removed is none.
qint64 plannedElements(const Plan &plan);
/// An undo that puts nothing back: what was added goes.
bool takesOut(const Plan &plan);
/// "5 keys, all on one server": those that it reads or changes, records of jobs among them.
QString keysText(const Plan &plan);
/// When nothing matches: what would make something to act on.
QString nothingHeading(const OperationRequest &request);
QString nothingText(const OperationRequest &request);

/// Of one that was undone but for some; empty of others.
QString leftAloneText(const OperationReport &report);
/// How many were left alone, and why; empty when none was.
QString skippedText(const OperationReport &report);
/// "requeued 03:00:04": what became of one element, by how the archive has it (m moved, d dead-lettered, r removed).
QString fateText(Action action, Called called, char outcome, std::chrono::milliseconds time);

/// "41 moved, 3 to dead letters, 2 skipped".
QString resultText(const OperationReport &report);

} // namespace plimsoll::models

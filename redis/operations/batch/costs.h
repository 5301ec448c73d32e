// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/frozen.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

namespace plimsoll::redis {

/// Estimates the size of the elements that a cut takes; planning does not read them.
Outcome weighCuts(const PlanSource &source, Plan &plan);

/// Adds a sentence to the plan's note.
void addNote(Plan &plan, const QString &note);

/// Estimated bytes that a plan adds to the archive.
qint64 archiveBytes(const Plan &plan);

/// Number of these operations that can be undone until their archive is removed.
qint64 countUndoable(const Journal &journal, const QStringList &operations);

/// Adds to the plan's note which older operations can no longer be undone after it, and whether its own archive is too
/// large for the usual retention.
Outcome noteCosts(Plan &plan, const Journal &journal);

} // namespace plimsoll::redis

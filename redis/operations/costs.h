// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/frozen.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

namespace plimsoll::redis {

/// Looks what the elements weigh that a cut takes: they are not read before it happens.
Outcome weighCuts(const PlanSource &source, Plan &plan);

/// Adds a sentence to what the plan says of itself.
void addNote(Plan &plan, const QString &note);

/// About how much a plan adds to the archive.
qint64 archiveBytes(const Plan &plan);

/// Adds to the plan's note what running it costs: older operations that can no longer be undone, and whether its own
/// archive is too large to be kept as long as others.
Outcome noteCosts(Plan &plan, const Journal &journal);

} // namespace plimsoll::redis

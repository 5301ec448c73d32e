// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/frozen.h"
#include "redis/types/operation.h"

namespace plimsoll::redis::planning {

/// Trim of a stream: finds the first id to keep, and which removed entries are unread or not acknowledged. Used by
/// planstreams.cpp alone.
Outcome trimStream(const PlanSource &source, const OperationRequest &request, Plan &plan);

} // namespace plimsoll::redis::planning

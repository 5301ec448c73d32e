// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/frozen.h"
#include "redis/types/operation.h"

namespace plimsoll::redis::planning {

/// Trim of a stream: from which id on entries stay, and what of those that go nobody has read or acknowledged. Beside
/// planning.h, of planstreams.cpp alone.
Outcome trimStream(const PlanSource &source, const OperationRequest &request, Plan &plan);

} // namespace plimsoll::redis::planning

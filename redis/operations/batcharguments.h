// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"

/// What each script is told of one batch; used by makeCall() alone.
namespace plimsoll::redis {

inline constexpr qsizetype knownDigits = 16; ///< of a print, hex, as cut_list.lua compares them

/// Its arguments behind the two of the prelude, and its keys besides escrow and source.
void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range);

} // namespace plimsoll::redis

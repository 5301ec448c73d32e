// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"

/// Arguments of each script for one batch; used by makeCall() alone.
namespace plimsoll::redis {

inline constexpr qsizetype knownDigits = 16; ///< hex digits of a fingerprint, as cut_list.lua compares them

/// Adds the arguments after the two of the prelude, and the keys besides escrow and source.
void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/steps/stepkind.h"

/// Shared by the clean-up and its undo.
namespace plimsoll::redis {

/// Parses the key removed with an entry, as clean.lua keeps it: "<expiry> <length of its name> <name><DUMP>". Without
/// one, the item has no record.
void setKept(PlanItem &item, const QByteArray &kept);

/// Between slots, a batch is as many requests as it has keys, and all of them are in memory here.
inline void limitCrossing(const PlanStep &step, BatchBudget::Limits &limits)
{
    if (step.crossesSlots) {
        limits.largest = {200, qint64(1024) * 1024};
    }
}

/// Target key of one index entry, as an example for all.
inline std::vector<StepPart> cleanedPart(const PlanStep &step)
{
    const QByteArray target = step.items.empty() ? QByteArray() : step.items.front().record;
    return target.isEmpty() ? std::vector<StepPart>() : std::vector<StepPart>{{"cleaned", target}};
}

inline std::vector<PlanStep> cleaningExamples(PlanStep step, const ExampleKeys &keys)
{
    if (!keys.isExpiring) {
        return {};
    }
    step.items.push_back({{}, {}, {}, {}, keys.target});
    return {std::move(step)};
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

namespace {

class CleanKind final : public KindOf<CleanStep> {
public:
    CleanKind() : KindOf("clean") { }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.startLeft, item.attemptsLeft});
            if (!item.record.isEmpty()) {
                call.keys.push_back(item.record);
            }
        }
    }
};

} // namespace

const StepKind &stepKind(const CleanStep & /*does*/)
{
    static const CleanKind kind;
    return kind;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

namespace {

class RescoreKind final : public KindOf<RescoreStep> {
public:
    RescoreKind() : KindOf("rescore") { }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }
};

} // namespace

const StepKind &stepKind(const RescoreStep & /*does*/)
{
    static const RescoreKind kind;
    return kind;
}

} // namespace plimsoll::redis

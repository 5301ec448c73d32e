// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

namespace {

class UnlockKind final : public KindOf<UnlockStep> {
public:
    UnlockKind() : KindOf("unlock") { }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.push_back(item.element);
        }
    }
};

} // namespace

const StepKind &stepKind(const UnlockStep & /*does*/)
{
    static const UnlockKind kind;
    return kind;
}

} // namespace plimsoll::redis

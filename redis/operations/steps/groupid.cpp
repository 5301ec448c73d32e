// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

namespace {

class GroupIdKind final : public KindOf<GroupIdStep> {
public:
    GroupIdKind() : KindOf("group_id") { }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }
};

} // namespace

const StepKind &stepKind(const GroupIdStep & /*does*/)
{
    static const GroupIdKind kind;
    return kind;
}

} // namespace plimsoll::redis

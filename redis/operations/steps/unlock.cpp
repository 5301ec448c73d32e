// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

namespace plimsoll::redis {

namespace {

class UnlockKind final : public KindOf<UnlockStep> {
public:
    UnlockKind() : KindOf("unlock") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return Words::tr("EVALSHA unlock  %1: deleted if it is still %2")
            .arg(shownKey(step.key), step.items.empty() ? QString() : printable(step.items.front().element, 100));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.push_back(item.element);
        }
    }

    void makeBack(const PlanStep & /*step*/, char /*outcome*/, PlanStep &back) const override
    {
        back.does = RelockStep{};
    }

    [[nodiscard]] unsigned keyTypes() const override { return StringKey; }
};

} // namespace

const StepKind &stepKind(const UnlockStep & /*does*/)
{
    static const UnlockKind kind;
    return kind;
}

} // namespace plimsoll::redis

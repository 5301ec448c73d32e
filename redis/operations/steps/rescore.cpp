// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

namespace {

class RescoreKind final : public KindOf<RescoreStep> {
public:
    RescoreKind() : KindOf("rescore") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return QStringLiteral("EVALSHA rescore  %1: ZADD XX %2")
            .arg(shownKey(step.key), QString::number(step.planned()));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override { back.does = step.does; }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.given.isEmpty() ? element.attempts : element.given; // `attempts` before layout 4
        item.newScore = element.score;
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        return prospect.ask(
            [&](const PlanItem &item) {
                return Prospect::Question{"ZSCORE", prospect.step.key, item.element};
            },
            [](const PlanItem &item, const Reply &score) {
                return !score.isNil() && score.bytes.toDouble() == item.score.toDouble();
            });
    }

    [[nodiscard]] unsigned keyTypes() const override { return ZSetKey; }
};

} // namespace

const StepKind &stepKind(const RescoreStep & /*does*/)
{
    static const RescoreKind kind;
    return kind;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class RelockKind final : public KindOf<RelockStep> {
public:
    RelockKind() : KindOf("relock") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return QStringLiteral("EVALSHA relock  %1: SET NX").arg(shownKey(step.key));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        call.arguments = {of(step).expireAt};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.push_back(item.element);
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const RelockStep &relock = of(step);
        json.insert(QStringLiteral("expireAt"), packed(relock.expireAt));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        RelockStep &relock = of(step);
        relock.expireAt = unpacked(json[QStringLiteral("expireAt")]);
    }
};

} // namespace

const StepKind &stepKind(const RelockStep & /*does*/)
{
    static const RelockKind kind;
    return kind;
}

} // namespace plimsoll::redis

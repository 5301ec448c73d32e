// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class CleanBackKind final : public KindOf<CleanBackStep> {
public:
    CleanBackKind() : KindOf("clean_back") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return Words::tr("EVALSHA clean_back  archive → %1: ZADD NX %2, with RESTORE of their keys")
            .arg(shownKey(step.key), QString::number(step.planned()));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        call.arguments = {of(step).expireAt};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.attempts, item.newScore});
            // one key per item, even without a record
            call.keys.push_back(item.record.isEmpty() ? step.key : item.record);
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const CleanBackStep &back = of(step);
        json.insert(QStringLiteral("expireAt"), packed(back.expireAt));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        CleanBackStep &back = of(step);
        back.expireAt = unpacked(json[QStringLiteral("expireAt")]);
    }
};

} // namespace

const StepKind &stepKind(const CleanBackStep & /*does*/)
{
    static const CleanBackKind kind;
    return kind;
}

} // namespace plimsoll::redis

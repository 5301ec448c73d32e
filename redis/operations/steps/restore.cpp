// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class RestoreKind final : public KindOf<RestoreStep> {
public:
    RestoreKind() : KindOf("restore") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return Words::tr("EVALSHA restore  archive → %1: %2").arg(shownKey(step.key), QString::number(step.planned()));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const QLatin1StringView adds = addsBy(endOf(step));
        call.arguments = {QByteArray(adds.data(), adds.size()), of(step).expireAt,
                          step.archiveRows.empty() ? "1" : "0"};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score});
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const RestoreStep &restore = of(step);
        json.insert(QStringLiteral("expireAt"), packed(restore.expireAt));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        RestoreStep &restore = of(step);
        restore.expireAt = unpacked(json[QStringLiteral("expireAt")]);
    }
};

} // namespace

const StepKind &stepKind(const RestoreStep & /*does*/)
{
    static const RestoreKind kind;
    return kind;
}

} // namespace plimsoll::redis

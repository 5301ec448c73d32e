// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class ConsumerKind final : public KindOf<ConsumerStep> {
public:
    ConsumerKind() : KindOf("consumer") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const QString group = shownKey(of(step).group);
        const QString name = step.items.empty() ? QString() : shownKey(step.items.front().element);
        return of(step).isBack
            ? QStringLiteral("EVALSHA consumer  %1\n  XGROUP CREATECONSUMER %2 %3").arg(shownKey(step.key), group, name)
            : Words::tr("EVALSHA consumer  %1\n  XGROUP DELCONSUMER %2 %3, if nothing is pending at it")
                  .arg(shownKey(step.key), group, name);
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const ConsumerStep &consumer = of(step);
        call.arguments = {consumer.isBack ? "make" : "remove", consumer.group};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.push_back(item.element);
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const ConsumerStep &consumer = of(step);
        json.insert(QStringLiteral("group"), packed(consumer.group));
        json.insert(QStringLiteral("isBack"), consumer.isBack);
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        ConsumerStep &consumer = of(step);
        consumer.group = unpacked(json[QStringLiteral("group")]);
        consumer.isBack = json[QStringLiteral("isBack")].toBool();
    }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override
    {
        back.does = ConsumerStep{of(step).group, true};
    }
    [[nodiscard]] QStringList losses(const PlanStep & /*back*/) const override { return {consumersSeen()}; }
};

} // namespace

const StepKind &stepKind(const ConsumerStep & /*does*/)
{
    static const ConsumerKind kind;
    return kind;
}

} // namespace plimsoll::redis

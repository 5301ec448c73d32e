// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QJsonObject>

#include <array>

namespace plimsoll::redis {

namespace {

class PendingKind final : public KindOf<PendingStep> {
public:
    PendingKind() : KindOf("pending") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        using What = PendingStep::What;
        const PendingStep &pending = of(step);
        const QString head = Words::tr("EVALSHA pending  %1, group %2: %3")
                                 .arg(shownKey(step.key), shownKey(pending.group), QString::number(step.planned()));
        const QString consumer = shownKey(pending.consumer);
        switch (pending.what) {
        case What::Claim:
            return head + Words::tr("\n  XCLAIM to %1, idle 0, delivery count as before").arg(consumer);
        case What::Release:
            return head + Words::tr("\n  XCLAIM to %1, idle time and delivery count as before").arg(consumer);
        case What::Acknowledge:
            return head + QStringLiteral("\n  XACK");
        case What::DeadLetter:
        case What::Again:
            return head + QStringLiteral("\n  → ") + shownTarget(*pending.target) + Words::tr(", then XACK");
        }
        return head;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        static constexpr std::array modes{"claim", "release", "acknowledge", "dead", "again"};
        const PendingStep &pending = of(step);
        if (pending.target) {
            call.keys.push_back(pending.target->key);
        }
        call.arguments = {modes.at(std::size_t(pending.what)), pending.group, pending.consumer,
                          passingConsumer(pending.consumer, true), decimal(mostEntryBytes)};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score});
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const PendingStep &pending = of(step);
        json.insert(QStringLiteral("what"), int(pending.what));
        json.insert(QStringLiteral("group"), packed(pending.group));
        json.insert(QStringLiteral("consumer"), packed(pending.consumer));
        json.insert(QStringLiteral("target"), packedTarget(pending.target));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        PendingStep &pending = of(step);
        pending.what = static_cast<PendingStep::What>(json[QStringLiteral("what")].toInt());
        pending.group = unpacked(json[QStringLiteral("group")]);
        pending.consumer = unpacked(json[QStringLiteral("consumer")]);
        pending.target = unpackedTarget(json[QStringLiteral("target")]);
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char outcome, PlanStep &back) const override
    {
        const PendingStep &pending = of(step);
        const bool isAgain = pending.what == PendingStep::What::Again;
        back.does = PendingBackStep{isAgain ? 'a' : outcome, pending.group, pending.consumer, pending.target};
    }
    /// Shows the entry's former consumer.
    void show(const PlanStep &step, const ArchivedElement &element, Element &shown) const override
    {
        if (const std::optional<Standing> standing = Standing::parse(element.score)) {
            shown.group = of(step).group;
            shown.attempts = standing->deliveries;
            shown.startedAt = standing->at;
            shown.worker = printable(standing->consumer);
        }
    }

    [[nodiscard]] unsigned keyTypes() const override { return StreamKey; }

    [[nodiscard]] std::size_t leftOver(const BatchAnswer &answer) const override
    {
        return static_cast<std::size_t>(answer.stayed);
    }
};

} // namespace

const StepKind &stepKind(const PendingStep & /*does*/)
{
    static const PendingKind kind;
    return kind;
}

} // namespace plimsoll::redis

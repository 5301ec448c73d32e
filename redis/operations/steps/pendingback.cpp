// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class PendingBackKind final : public KindOf<PendingBackStep> {
public:
    PendingBackKind() : KindOf("pending_back") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        const QString text =
            Words::tr("EVALSHA pending_back  %1, group %2: %3\n  XCLAIM to who had it, idle and delivered as before")
                .arg(shownKey(step.key), shownKey(back.group), QString::number(step.planned()));
        return back.copies ? text + Words::tr(", then XDEL of the copy in %1").arg(shownKey(back.copies->key)) : text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const PendingBackStep &back = of(step);
        if (back.copies) {
            call.keys.push_back(back.copies->key);
        }
        call.arguments = {QByteArray(1, back.how), back.group, passingConsumer(back.consumer, false),
                          decimal(mostEntryBytes)};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        json.insert(QStringLiteral("how"), QString(QLatin1Char(back.how)));
        json.insert(QStringLiteral("group"), packed(back.group));
        json.insert(QStringLiteral("consumer"), packed(back.consumer));
        json.insert(QStringLiteral("copies"), packedTarget(back.copies));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        PendingBackStep &back = of(step);
        back.how = json[QStringLiteral("how")].toString().toLatin1().front();
        back.group = unpacked(json[QStringLiteral("group")]);
        back.consumer = unpacked(json[QStringLiteral("consumer")]);
        back.copies = unpackedTarget(json[QStringLiteral("copies")]);
    }

    void completeItem(PlanItem &item, const ArchivedElement &element, MoveStep::Attempts /*attempts*/) const override
    {
        item.score = element.score;
        item.newScore = element.given;
    }
    /// Assigning an entry to a consumer updates the consumer's activity.
    [[nodiscard]] QStringList losses(const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        QStringList notes{Words::tr("An entry that is no longer in the stream cannot be pending again; it is skipped."),
                          consumersSeen()};
        if (back.copies) {
            notes.append(Words::tr(
                "Where others came into a stream behind what is taken out again, the server does not know how far its "
                "groups lag behind until they have read on."));
        }
        if (back.how == 'm' && back.consumer != neutralConsumer) {
            notes.append(Words::tr("A consumer that was made for it stays."));
        }
        return notes;
    }
};

} // namespace

const StepKind &stepKind(const PendingBackStep & /*does*/)
{
    static const PendingBackKind kind;
    return kind;
}

} // namespace plimsoll::redis

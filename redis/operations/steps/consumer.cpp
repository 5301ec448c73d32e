// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class ConsumerKind final : public KindOf<ConsumerStep> {
public:
    ConsumerKind() : KindOf("consumer") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const QString group = shownKey(of(step).group);
        QString text = QStringLiteral("EVALSHA consumer  %1").arg(shownKey(step.key));
        for (const PlanItem &item : step.items) {
            text += (of(step).isBack ? QStringLiteral("\n  XGROUP CREATECONSUMER %1 %2")
                                     : Words::tr("\n  XGROUP DELCONSUMER %1 %2, if nothing is pending at it"))
                        .arg(group, shownKey(item.element));
        }
        return text;
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
    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan & /*plan*/) const override
    {
        return undo.nameFew(back);
    }
    [[nodiscard]] QStringList losses(const PlanStep & /*back*/) const override { return {consumersSeen()}; }

    /// Consumers are created again unless they exist.
    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const std::optional<std::vector<StreamGroup>> groups = prospect.groupsNow();
        if (!groups || std::none_of(groups->begin(), groups->end(), [&](const StreamGroup &group) {
                return group.name == of(prospect.step).group && group.consumers <= mostConsumers;
            })) {
            return false;
        }
        const Result<Reply> reply =
            prospect.server.command({"XINFO", "CONSUMERS", prospect.step.key, of(prospect.step).group}, prospect.stop);
        if (!reply || reply->isError()) {
            return false;
        }
        const std::vector<StreamConsumer> consumers = consumersIn(*reply);
        for (std::size_t i = 0; i < prospect.can.size(); ++i) {
            const QByteArray &name = prospect.step.items[i].element;
            prospect.can[i] = std::none_of(consumers.begin(), consumers.end(),
                                           [&name](const StreamConsumer &consumer) { return consumer.name == name; });
        }
        return true;
    }

    [[nodiscard]] unsigned keyTypes() const override { return StreamKey; }

    [[nodiscard]] QStringList notesOf(const PlanStep &step, const BatchRange &range,
                                      const BatchAnswer &answer) const override
    {
        if (of(step).isBack) {
            return answer.result.moved == 0 ? QStringList() : QStringList(consumersSeen());
        }
        return answer.stayed == 0
            ? QStringList()
            : QStringList(Words::tr("%1 was left: it has pending entries, which would be lost with it.")
                              .arg(shownKey(step.items[range.first].element)));
    }
};

} // namespace

const StepKind &stepKind(const ConsumerStep & /*does*/)
{
    static const ConsumerKind kind;
    return kind;
}

} // namespace plimsoll::redis

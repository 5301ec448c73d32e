// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/keytypes.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

#include <array>

namespace plimsoll::redis {

namespace {

/// Keeps the item if its job is still in the key, with the score it had.
bool isHeld(Prospect &prospect, const QByteArray &job)
{
    if (prospect.step.keyType != ListKey) {
        const bool isSorted = prospect.step.keyType == ZSetKey;
        return prospect.ask(
            [&](const PlanItem & /*item*/) {
                return Prospect::Question{isSorted ? "ZSCORE" : "SISMEMBER", prospect.step.key, job};
            },
            [isSorted](const PlanItem &item, const Reply &reply) {
                return isSorted
                    ? !reply.isNil() && (item.score.isEmpty() || reply.bytes.toDouble() == item.score.toDouble())
                    : reply.integer == 1;
            });
    }
    bool isThere = false;
    for (const QByteArrayView rank : {"1", "-1"}) {
        const Result<Reply> at =
            prospect.server.command({"LPOS", prospect.step.key, job, "RANK", rank, "MAXLEN", "50000"}, prospect.stop);
        if (!at || at->isError()) {
            return false;
        }
        isThere = isThere || !at->isNil();
    }
    prospect.can.assign(prospect.can.size(), isThere);
    return true;
}

class EditKind final : public KindOf<EditStep> {
public:
    EditKind() : KindOf("edit") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        using Of = EditStep::Of;
        static constexpr std::array inKey{"SADD, SREM", "ZADD, ZREM", "LSET"};
        const EditStep &edit = of(step);
        const std::size_t type = step.keyType == SetKey ? 0 : step.keyType == ZSetKey ? 1 : 2;
        const QString record = shownKey(edit.record);
        return QStringLiteral("EVALSHA edit  %1\n  ").arg(shownKey(step.key))
            + (edit.of == Of::Element    ? QString::fromLatin1(inKey.at(type))
                   : edit.of == Of::Text ? QStringLiteral("SET %1 KEEPTTL").arg(record)
                                         : QStringLiteral("HSET %1 %2").arg(record, shownKey(edit.field)))
            + Words::tr(", while it is as shown");
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        static constexpr std::array holders{"element", "text", "field"};
        static constexpr std::array modes{"edit", "back"};
        const EditStep &edit = of(step);
        for (const PlanItem &item : itemsOf(step, range)) {
            const bool isElement = edit.of == EditStep::Of::Element;
            const QByteArray &now = edit.isBack ? item.after : item.element;
            if (!isElement) {
                call.keys.push_back(edit.record);
            }
            call.arguments = {holders.at(std::size_t(edit.of)),
                              specOf(step.keyType).name.toByteArray(),
                              edit.atLeft ? "left" : "right",
                              modes.at(edit.isBack ? 1 : 0),
                              isElement ? now : edit.job,
                              item.score,
                              now,
                              edit.isBack ? item.element : item.after,
                              edit.field,
                              edit.digest};
            call.arguments.insert(call.arguments.end(), edit.seen.begin(), edit.seen.end());
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const EditStep &edit = of(step);
        json.insert(QStringLiteral("of"), int(edit.of));
        json.insert(QStringLiteral("isBack"), edit.isBack);
        json.insert(QStringLiteral("ofJob"), packed(edit.job));
        json.insert(QStringLiteral("record"), packed(edit.record));
        json.insert(QStringLiteral("field"), packed(edit.field));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        EditStep &edit = of(step);
        edit.of = static_cast<EditStep::Of>(json[QStringLiteral("of")].toInt());
        edit.isBack = json[QStringLiteral("isBack")].toBool();
        edit.job = unpacked(json[QStringLiteral("ofJob")]);
        edit.record = unpacked(json[QStringLiteral("record")]);
        edit.field = unpacked(json[QStringLiteral("field")]);
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override
    {
        back.does = step.does;
        of(back).isBack = true;
    }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.score;
        item.after = element.given;
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const EditStep &edit = of(prospect.step);
        const bool isElement = edit.of == EditStep::Of::Element;
        const bool isText = edit.of == EditStep::Of::Text;
        const QByteArray job = isElement ? prospect.step.items.front().after : edit.job;
        if (!isHeld(prospect, job)
            || (isElement && prospect.step.keyType != ListKey
                && !prospect.isIn(prospect.step.key, prospect.step.keyType, false))) {
            return false;
        }
        if (isElement) {
            return true;
        }
        // The length first: the value may be of any length by now.
        return prospect.ask(
                   [&](const PlanItem & /*item*/) {
                       return isText ? Prospect::Question{"STRLEN", edit.record}
                                     : Prospect::Question{"HSTRLEN", edit.record, edit.field};
                   },
                   [](const PlanItem &item, const Reply &length) { return length.integer == item.after.size(); })
            && (!prospect.can.front()
                || prospect.ask(
                    [&](const PlanItem & /*item*/) {
                        return isText ? Prospect::Question{"GET", edit.record}
                                      : Prospect::Question{"HGET", edit.record, edit.field};
                    },
                    [](const PlanItem &item, const Reply &now) { return now.bytes == item.after; }));
    }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override
    {
        using Of = EditStep::Of;
        const EditStep &edit = of(step);
        return edit.of == Of::Element ? std::vector<StepPart>()
                                      : std::vector<StepPart>{{edit.of == Of::Text ? "text" : "field", edit.record}};
    }
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep step, const ExampleKeys &keys) const override
    {
        std::vector<PlanStep> all{step};
        for (const auto part : {EditStep::Of::Text, EditStep::Of::Field}) {
            if (!keys.record.isEmpty()) {
                step.does = EditStep{.of = part, .record = keys.record};
                all.push_back(step);
            }
        }
        return all;
    }
};

} // namespace

const StepKind &stepKind(const EditStep & /*does*/)
{
    static const EditKind kind;
    return kind;
}

} // namespace plimsoll::redis

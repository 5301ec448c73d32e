// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

#include <algorithm>
#include <map>

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

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView /*header*/) const override { return {1, 1}; }
    /// The script itself lists new members, since a crash leaves no other record.
    [[nodiscard]] Result<BatchAnswer> readAnswer(const PlanStep & /*step*/, const RawAnswer &raw) const override
    {
        const auto header = readHeader(raw.strings, 2);
        if (!header) {
            return notOurs();
        }
        BatchAnswer answer;
        answer.result.step = raw.step;
        answer.result.moved = header->at(0);
        answer.result.skipped = header->at(1);
        const auto behind = std::min(raw.strings.size(), static_cast<std::size_t>(1 + header->at(1)));
        std::map<QByteArray, int> existed;
        for (std::size_t i = 1; i < behind; ++i) {
            ++existed[raw.strings[i].bytes];
        }
        for (std::size_t i = behind; i < raw.strings.size(); ++i) {
            answer.result.elements.push_back({0, raw.step, 'a', raw.strings[i].bytes, {}, {}});
        }
        // After a crash, `expected` may hold more than this batch got; its elements come first.
        const auto given = std::min(raw.expected.size(), static_cast<std::size_t>(header->at(0) + header->at(1)));
        for (const ArchivedElement &element : std::span(raw.expected).first(given)) {
            if (const auto found = existed.find(element.element); found != existed.end() && found->second > 0) {
                --found->second;
            } else {
                answer.result.elements.push_back(element);
            }
        }
        return answer;
    }

    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan &plan) const override
    {
        of(back).expireAt = undo.expiryToRestore(plan);
        return Done{};
    }
    /// An expiry is in the step.
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.score;
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        return prospect.step.keyType == ListKey || prospect.isIn(prospect.step.key, prospect.step.keyType, false);
    }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override
    {
        return {{QByteArray(addsBy(endOf(step)).data()), step.key, false}};
    }

    [[nodiscard]] bool countsRows() const override { return true; }
    [[nodiscard]] std::pair<QByteArray, QByteArray> expiring(const PlanStep &step) const override
    {
        return {step.key, of(step).expireAt};
    }
};

} // namespace

const StepKind &stepKind(const RestoreStep & /*does*/)
{
    static const RestoreKind kind;
    return kind;
}

} // namespace plimsoll::redis

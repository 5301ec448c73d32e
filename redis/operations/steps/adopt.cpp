// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace plimsoll::redis {

namespace {

class AdoptKind final : public KindOf<AdoptStep> {
public:
    AdoptKind() : KindOf("adopt") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return Words::tr("EVALSHA adopt  %1: %2, while their records are there and no key of the collection has them")
            .arg(shownKey(step.key), QString::number(step.planned()));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const AdoptStep &adopt = of(step);
        const QLatin1StringView adds = addsBy(endOf(step));
        call.keys.insert(call.keys.end(), adopt.elsewhere.begin(), adopt.elsewhere.end());
        const QJsonObject names{
            {QStringLiteral("fields"), fieldNames(JobReader::Attempts, step.records.attemptsField)},
            {QStringLiteral("maxFields"), fieldNames(JobReader::MaxAttempts, step.records.maxAttemptsField)},
            {QStringLiteral("startFields"), fieldNames(JobReader::Started, step.records.startedField)},
            {QStringLiteral("endFields"), fieldNames(JobReader::Finished, step.records.finishedField)}};
        call.arguments = {QByteArray(adds.data(), adds.size()), decimal(qint64(adopt.elsewhere.size())),
                          decimal(mostComparedAtOnce), QJsonDocument(names).toJson(QJsonDocument::Compact)};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.keys.push_back(item.record);
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.attemptsLeft, item.startLeft});
        }
    }

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView header) const override
    {
        return {1, header.startsWith("1 ") ? untypedWidth : typedWidth};
    }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override
    {
        std::vector<StepPart> parts{{QByteArray(addsBy(endOf(step)).data()), step.key, false}};
        for (const QByteArray &key : of(step).elsewhere) {
            parts.push_back({"elsewhere", key});
        }
        if (const QByteArray record = exampleRecord(step); !record.isEmpty()) {
            parts.push_back({"record", record, false});
        }
        return parts;
    }
    [[nodiscard]] unsigned keyTypes() const override { return ListKey | ZSetKey; }
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep step, const ExampleKeys &keys) const override
    {
        if (keys.record.isEmpty()) {
            return {};
        }
        step.items.push_back({{}, {}, {}, {}, keys.record});
        return {std::move(step)};
    }

    void limit(const PlanStep &step, BatchBudget::Limits &limits) const override
    {
        // half of the script's limit, as the lists may grow
        limits.largest.items = std::size_t(std::clamp<qint64>(
            mostComparedAtOnce / 2 / std::max<qint64>(1, of(step).listed), 1, qint64(limits.largest.items)));
        limits.first.items = std::min(limits.first.items, limits.largest.items);
    }
    [[nodiscard]] QString whyLeft(const PlanStep & /*step*/) const override
    {
        return Words::tr("Left because the lists have grown too long to search: %1.");
    }
};

} // namespace

const StepKind &stepKind(const AdoptStep & /*does*/)
{
    static const AdoptKind kind;
    return kind;
}

} // namespace plimsoll::redis

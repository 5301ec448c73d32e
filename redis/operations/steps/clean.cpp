// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/cleaning.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

namespace plimsoll::redis {

namespace {

class CleanKind final : public KindOf<CleanStep> {
public:
    CleanKind() : KindOf("clean") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const bool hasKeys = !step.items.empty() && !step.items.front().record.isEmpty();
        QString text =
            QStringLiteral("EVALSHA clean  %1: ZREM %2").arg(shownKey(step.key), QString::number(step.planned()));
        if (hasKeys) {
            text += Words::tr("\n  with UNLINK of the key of each, as %1, after DUMP into escrow and archive")
                        .arg(shownKey(step.items.front().record));
        }
        if (step.crossesSlots) {
            text += Words::tr("\n  across slots: EVALSHA keep, then EVALSHA clean for each key, then for the entries");
        }
        return text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            const IndexedKey key = item.indexed ? *item.indexed : IndexedKey();
            call.arguments.insert(call.arguments.end(), {item.element, item.score, key.shown, key.expiry});
            if (!item.record.isEmpty()) {
                call.keys.push_back(item.record);
            }
        }
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override
    {
        back.does = CleanBackStep{};
        back.crossesSlots = step.crossesSlots;
    }

    void limit(const PlanStep &step, BatchBudget::Limits &limits) const override { limitCrossing(step, limits); }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override { return cleanedPart(step); }
    [[nodiscard]] unsigned keyTypes() const override { return ZSetKey; }
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep step, const ExampleKeys &keys) const override
    {
        return cleaningExamples(std::move(step), keys);
    }

    [[nodiscard]] qint64 archiveBytes(const PlanStep &step) const override { return of(step).bytes; }
    [[nodiscard]] bool takesKeys() const override { return true; }
    [[nodiscard]] QString whyLeft(const PlanStep & /*step*/) const override
    {
        return Words::tr("Left because their key was rewritten, has grown too large, or changed meanwhile: %1.");
    }
};

} // namespace

const StepKind &stepKind(const CleanStep & /*does*/)
{
    static const CleanKind kind;
    return kind;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/steps/cleaning.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <QJsonObject>

#include <unordered_set>

namespace plimsoll::redis {

namespace {

bool hasKey(const PlanItem &item)
{
    return item.indexed && !item.indexed->dump.isEmpty();
}

/// Notes keys that would have expired by now; undo restores them without an expiry, because the archive holds the only
/// copy.
Outcome noteOverdue(const UndoSource &undo, Plan &plan)
{
    const Result<qint64> overdue =
        undo.journal.archive().keysOverdue(undo.undone.report.id, undo.what, plan.frozenAt + soonExpiring);
    if (!overdue) {
        return overdue.error();
    }
    if (*overdue > 0) {
        addNote(plan,
                *overdue == 1 ? Words::tr("The old expiry of 1 key has passed or is within %1 seconds: it comes back "
                                          "without one, and stays.")
                                    .arg(soonExpiring.count())
                              : Words::tr("The old expiry of %1 keys has passed or is within %2 seconds: they come "
                                          "back without one, and stay.",
                                          nullptr, pluralOf(*overdue))
                                    .arg(QString::number(*overdue), QString::number(soonExpiring.count())));
    }
    return Done{};
}

/// Names the first keys that the undo restores, for Plan::changedKeys() and permissions; the items themselves are read
/// from the archive when it runs.
Outcome nameKeys(const UndoSource &undo, PlanStep &back)
{
    constexpr std::size_t most = 1'000;
    const Result<std::optional<PlanStep>> part = UndoParts(undo.journal, undo.undone, back).next();
    if (!part) {
        return part.error();
    }
    for (const PlanItem &item : *part ? (*part)->items : std::vector<PlanItem>()) {
        if (!item.record.isEmpty() && back.items.size() < most) {
            back.items.push_back({{}, {}, {}, {}, item.record});
        }
    }
    return Done{};
}

class CleanBackKind final : public KindOf<CleanBackStep> {
public:
    CleanBackKind() : KindOf("clean_back") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const QString text = Words::tr("EVALSHA clean_back  archive → %1: ZADD NX %2, with RESTORE of their keys")
                                 .arg(shownKey(step.key), QString::number(step.planned()));
        return step.crossesSlots
            ? text
                + Words::tr(
                    "\n  across slots: EVALSHA keep, then EVALSHA clean_back for each key, then for the entries")
            : text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        call.arguments = {of(step).expireAt};
        for (const PlanItem &item : itemsOf(step, range)) {
            const IndexedKey key = item.indexed ? *item.indexed : IndexedKey();
            call.arguments.insert(call.arguments.end(), {item.element, item.score, key.expiry, key.dump});
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

    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan &plan) const override
    {
        of(back).expireAt = undo.expiryToRestore(plan);
        Outcome noted = noteOverdue(undo, plan);
        return noted ? nameKeys(undo, back) : noted;
    }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.score;
        setKept(item, element.given);
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        if (!prospect.isIn(prospect.step.key, ZSetKey, false)
            || !prospect.isMissing([](const PlanItem &item) { return hasKey(item) ? item.record : QByteArray(); })) {
            return false;
        }
        std::unordered_set<QByteArray> back; // two entries may stand for one key
        for (std::size_t i = 0; i < prospect.can.size(); ++i) {
            const PlanItem &item = prospect.step.items[i];
            prospect.can[i] = prospect.can[i] && (!hasKey(item) || back.insert(item.record).second);
        }
        return true;
    }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override { return cleanedPart(step); }
    [[nodiscard]] unsigned keyTypes() const override { return ZSetKey; }
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep step, const ExampleKeys &keys) const override
    {
        return cleaningExamples(std::move(step), keys);
    }

    void limit(const PlanStep &step, BatchBudget::Limits &limits) const override
    {
        limits.first = {1, qint64(4) * 1024}; // the size of a DUMP says little about the key's
        limitCrossing(step, limits);
    }
    [[nodiscard]] std::pair<QByteArray, QByteArray> expiring(const PlanStep &step) const override
    {
        return {step.key, of(step).expireAt};
    }
};

} // namespace

void setKept(PlanItem &item, const QByteArray &kept)
{
    const qsizetype first = kept.indexOf(' ');
    const qsizetype second = kept.indexOf(' ', first + 1);
    const qsizetype length = second < 0 ? 0 : kept.mid(first + 1, second - first - 1).toLongLong();
    if (second < 0 || second + 1 + length > kept.size()) {
        item.record.clear();
        return;
    }
    item.record = kept.mid(second + 1, length);
    item.indexed =
        std::make_shared<IndexedKey>(IndexedKey{.expiry = kept.first(first), .dump = kept.sliced(second + 1 + length)});
}

const StepKind &stepKind(const CleanBackStep & /*does*/)
{
    static const CleanBackKind kind;
    return kind;
}

} // namespace plimsoll::redis

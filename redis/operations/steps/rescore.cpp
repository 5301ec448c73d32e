// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// The scores that items get, without the items: they may hold what is redacted.
QString scoresOf(const std::vector<PlanItem> &items)
{
    if (items.empty()) { // an undo: they are in the archive
        return Words::tr("each with the score it had");
    }
    const auto [low, high] = std::minmax_element(items.begin(), items.end(), [](const PlanItem &a, const PlanItem &b) {
        return a.newScore.toDouble() < b.newScore.toDouble();
    });
    const QString from = QString::fromLatin1(low->newScore), to = QString::fromLatin1(high->newScore);
    return from == to ? Words::tr("score %1").arg(from) : Words::tr("scores %1 to %2").arg(from, to);
}

class RescoreKind final : public KindOf<RescoreStep> {
public:
    RescoreKind() : KindOf("rescore") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return QStringLiteral("EVALSHA rescore  %1: ZADD XX %2, %3")
            .arg(shownKey(step.key), QString::number(step.planned()), scoresOf(step.items));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override { back.does = step.does; }
    /// Shows the score that comes back.
    void show(const PlanStep & /*step*/, const ArchivedElement &element, Element &shown) const override
    {
        shown.score = element.score.toDouble();
    }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.given.isEmpty() ? element.attempts : element.given; // `attempts` before layout 4
        item.newScore = element.score;
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        return prospect.ask(
            [&](const PlanItem &item) {
                return Prospect::Question{"ZSCORE", prospect.step.key, item.element};
            },
            [](const PlanItem &item, const Reply &score) {
                return !score.isNil() && score.bytes.toDouble() == item.score.toDouble();
            });
    }

    [[nodiscard]] unsigned keyTypes() const override { return ZSetKey; }
};

} // namespace

const StepKind &stepKind(const RescoreStep & /*does*/)
{
    static const RescoreKind kind;
    return kind;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/undosource.h"

#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

namespace plimsoll::redis {

QByteArray UndoSource::expiryToRestore(Plan &plan) const
{
    const std::optional<qint64> expires = journal.archive().expiryBefore(undone.report.id, what.step);
    if (!expires) {
        return {};
    }
    if (*expires <= plan.frozenAt.count()) {
        addNote(plan, Words::tr("The key's old expiry has passed; it gets none."));
    } else if (*expires <= (plan.frozenAt + soonExpiring).count()) {
        addNote(plan,
                Words::tr("The key's old expiry is within %1 seconds; it gets none, so that restored elements stay.")
                    .arg(soonExpiring.count()));
    }
    return QByteArray::number(*expires);
}

Outcome UndoSource::nameFew(PlanStep &back) const
{
    constexpr ArchiveLimit few{10, 64LL * 1'024};
    const Result<std::vector<ArchivedElement>> elements = journal.archive().part(undone.report.id, what, {}, few);
    if (!elements) {
        return elements.error();
    }
    for (const ArchivedElement &element : *elements) {
        PlanItem &item = back.items.emplace_back(PlanItem{element.element, {}, {}, {}, {}});
        stepKind(back).completeItem(item, element, undone.steps[static_cast<std::size_t>(what.step)]);
    }
    return Done{};
}

} // namespace plimsoll::redis

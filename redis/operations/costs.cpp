// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/costs.h"
#include "redis/operations/words.h"
#include "redis/types/plural.h"

namespace plimsoll::redis {

namespace {

QString inMebibytes(qint64 bytes)
{
    return QStringLiteral("%1 MiB").arg(bytes >> 20);
}

void addNote(Plan &plan, const QString &note)
{
    plan.note += (plan.note.isEmpty() ? QString() : QStringLiteral(" ")) + note;
}

} // namespace

qint64 archiveBytes(const Plan &plan)
{
    if (!plan.archive || plan.action == Action::Undo) {
        return 0;
    }
    qint64 bytes = 0;
    for (const PlanStep &step : plan.steps) {
        for (const PlanItem &item : step.items) {
            bytes += item.element.size() + 80;
        }
        if (step.items.empty()) {
            // Cuts are not read before they happen; the sample tells what an element weighs.
            qint64 sampled = 0;
            for (const Element &element : plan.sample) {
                sampled += element.element.size();
            }
            const qint64 average = plan.sample.empty() ? 64 : sampled / qint64(plan.sample.size());
            bytes += step.count * (average + 80);
        }
    }
    return bytes;
}

Outcome noteCosts(Plan &plan, const Journal &journal)
{
    const Retention retention;
    const qint64 coming = archiveBytes(plan);
    const Result<QStringList> expired = journal.expired(retention, {plan.frozenAt, localNow()}, coming, plan.undoOf);
    if (!expired) {
        return expired.error();
    }
    if (!expired->isEmpty()) {
        addNote(plan,
                (expired->size() == 1
                     ? Words::tr("This removes the archive of %1 older operation, over 30 days or %2 in all: it can no "
                                 "longer be undone then.")
                     : Words::tr("This removes the archive of %1 older operations, over 30 days or %2 in all: they can "
                                 "no longer be undone then.",
                                 nullptr, pluralOf(expired->size())))
                    .arg(QString::number(expired->size()), inMebibytes(retention.bytes)));
    }
    if (coming > retention.bytes) {
        addNote(plan,
                Words::tr("It takes about %1 of archive, more than the %2 that are kept: it can be undone for a "
                          "day, then until the next operation.")
                    .arg(inMebibytes(coming), inMebibytes(retention.bytes)));
    }
    return Done{};
}

} // namespace plimsoll::redis

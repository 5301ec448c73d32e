// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"

#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <algorithm>
#include <array>
#include <set>

namespace plimsoll::redis {

namespace {

constexpr qint64 weighedBytes = 512LL * 1'024; ///< bytes read per step for estimates

QString inMebibytes(qint64 bytes)
{
    return QStringLiteral("%1 MiB").arg(bytes >> 20);
}

/// Rank of the first member that a step takes: the number of lower scores.
Result<qint64> firstRank(const PlanSource &source, const QByteArray &key, const CutZSetStep *cut)
{
    if (cut == nullptr || cut->atMax || cut->low == "-inf") {
        return 0;
    }
    const QByteArray below = cut->low.startsWith('(') ? cut->low.sliced(1) : '(' + cut->low;
    const Result<Reply> count = source.server.command({"ZCOUNT", key, "-inf", below}, source.stop);
    return count ? Result<qint64>(count->integer) : count.error();
}

/// Average size of a few elements, evenly spread, behind the first `seen` of a cut; nullopt if there are none any more.
Result<std::optional<qint64>> averageBehind(const PlanSource &source, const PlanStep &step, qint64 seen)
{
    static constexpr std::array sixteenths{9, 3, 13, 7, 1, 11, 5, 15}; // ordered so that ending early favours neither
                                                                       // end
    const auto *zset = step.as<CutZSetStep>();
    const Result<qint64> first = firstRank(source, step.key, zset);
    if (!first) {
        return first.error();
    }
    PageSize size(qint64(sixteenths.size()), weighedBytes, 1);
    qint64 bytes = 0, found = 0;
    for (std::size_t at = 0; at < sixteenths.size() && bytes < weighedBytes;) {
        Pipeline pipeline;
        for (qint64 i = size.next(); i > 0 && at < sixteenths.size(); --i, ++at) {
            const qint64 place = *first + seen + (step.planned() - seen) * sixteenths[at] / 16;
            const QByteArray number = QByteArray::number(step.atLeft() || zset != nullptr ? place : -place - 1);
            if (zset == nullptr) {
                pipeline.add({"LINDEX", step.key, number});
            } else if (zset->atMax) {
                pipeline.add({"ZRANGE", step.key, number, number, "REV"});
            } else {
                pipeline.add({"ZRANGE", step.key, number, number});
            }
        }
        const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        const qint64 before = bytes;
        for (const Reply &reply : *replies) {
            if (reply.isError()) {
                return reply.toError(step.key);
            }
            const Reply *const element = zset == nullptr ? &reply
                : reply.elements.empty()                 ? nullptr
                                                         : &reply.elements.front();
            if (element != nullptr && element->type == Reply::Type::Bulk) {
                bytes += element->bytes.size();
                ++found;
            }
        }
        size.learn(qint64(replies->size()), bytes - before);
    }
    return found == 0 ? std::optional<qint64>() : std::optional(bytes / found);
}

} // namespace

void addNote(Plan &plan, const QString &note)
{
    plan.note += (plan.note.isEmpty() ? QString() : QStringLiteral(" ")) + note;
}

Outcome weighCuts(const PlanSource &source, Plan &plan)
{
    std::set<QByteArray> known; // if several steps cut the same key, the sample does not tell them apart
    for (PlanStep &step : plan.steps) {
        CutAmount *const cut = step.cut();
        if (cut == nullptr || cut->count == 0) {
            continue;
        }
        qint64 seen = 0, bytes = 0; // outermost elements count by their own sizes; they are no sample of the others
        if (known.insert(step.key).second) {
            for (const Element &element : plan.sample) {
                if (element.key == step.key && seen < cut->count) {
                    bytes += element.element.size();
                    ++seen;
                }
            }
        }
        if (seen < cut->count) {
            const Result<std::optional<qint64>> behind = averageBehind(source, step, seen);
            if (!behind) {
                return behind.error();
            }
            bytes += (cut->count - seen) * behind->value_or(seen > 0 ? bytes / seen : cut->averageBytes);
        }
        cut->averageBytes = (bytes + cut->count - 1) / cut->count;
    }
    return Done{};
}

qint64 archiveBytes(const Plan &plan)
{
    if (!plan.archive || plan.action == Action::Undo) {
        return 0;
    }
    qint64 bytes = 0;
    for (const PlanStep &step : plan.steps) {
        for (const PlanItem &item : step.items) {
            bytes += item.bytes() + ArchivedElement::besides;
        }
        bytes += stepKind(step).archiveBytes(step);
    }
    return bytes;
}

qint64 countUndoable(const Journal &journal, const QStringList &operations)
{
    return std::count_if(operations.begin(), operations.end(), [&journal](const QString &id) {
        const Result<OperationReport> report = journal.operation(id);
        return !report || report->undoable;
    });
}

Outcome noteCosts(Plan &plan, const Journal &journal)
{
    if (plan.matched() == 0) {
        return Done{}; // an empty plan needs no room
    }
    const Retention retention;
    const qint64 coming = archiveBytes(plan);
    const Result<QStringList> expired = journal.expired(retention, {plan.frozenAt, localNow()}, coming, plan.undoOf);
    if (!expired) {
        return expired.error();
    }
    if (const qint64 lost = countUndoable(journal, *expired); lost > 0) {
        addNote(plan,
                (lost == 1 ? Words::tr("This removes the archive of %1 older operation (over 30 days, or "
                                       "over %2 in all), which can then no longer be undone.")
                           : Words::tr("This removes the archive of %1 older operations (over 30 days, or "
                                       "over %2 in all), which can then no longer be undone.",
                                       nullptr, pluralOf(lost)))
                    .arg(QString::number(lost), inMebibytes(retention.bytes)));
    }
    if (coming > retention.bytes) {
        addNote(plan,
                Words::tr("Its archive takes about %1, more than the limit of %2: it can be undone for a day, then "
                          "until the next operation.")
                    .arg(inMebibytes(coming), inMebibytes(retention.bytes)));
    }
    return Done{};
}

} // namespace plimsoll::redis

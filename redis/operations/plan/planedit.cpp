// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/operation.h"
#include "redis/types/printable.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonParseError>

#include <algorithm>
#include <numeric>

namespace plimsoll::redis::planning {

namespace {

/// Maximum distance from either end of a list, as in lua/edit.lua.
constexpr const char *reach = "50000";
constexpr qsizetype longestShownName = 200;

Error changed(const QString &what)
{
    return {ErrorKind::Refused,
            Words::tr("%1 changed since it was shown; look at the job again before you edit it").arg(what)};
}

/// Invalid if JSON would become something else.
Outcome checkText(const JobEdit &edit)
{
    if (edit.before == edit.after) {
        return invalid(Words::tr("nothing was changed"));
    }
    if (std::max(edit.before.size(), edit.after.size()) > longestEdit) {
        return invalid(Words::tr("more than 1 MiB cannot be edited"));
    }
    QJsonParseError error;
    QJsonDocument::fromJson(edit.after, &error);
    if (isJson(edit.before) && error.error != QJsonParseError::NoError) {
        const QByteArray upTo = edit.after.left(error.offset);
        return invalid(Words::tr("this is no longer JSON: %1 in line %2")
                           .arg(error.errorString(), QString::number(upTo.count('\n') + 1)));
    }
    return Done{};
}

/// Whether the key holds the element, and its score in a sorted set.
struct Held {
    bool is = false;
    QByteArray score{};
};

Result<Held> find(const PlanSource &source, const QByteArray &key, KeyType type, const QByteArray &element)
{
    if (type == ListKey) {
        for (const char *const rank : {"1", "-1"}) {
            const Result<Reply> at =
                source.server.command({"LPOS", key, element, "RANK", rank, "MAXLEN", reach}, source.stop);
            if (!at || !at->isNil()) {
                return at ? Result<Held>(Held{true}) : at.error();
            }
        }
        return Held{};
    }
    const Result<Reply> held =
        source.server.command({type == ZSetKey ? "ZSCORE" : "SISMEMBER", key, element}, source.stop);
    if (!held) {
        return held.error();
    }
    return type == ZSetKey ? Held{!held->isNil(), held->bytes} : Held{held->integer == 1};
}

Outcome planElement(const PlanSource &source, const JobEdit &edit, PlanStep &step)
{
    const PlanItem &item = step.items.front();
    if (edit.before != item.element) {
        return invalid(Words::tr("the edit is of a different element"));
    }
    if (!isJson(item.element)) {
        return invalid(
            Words::tr("this element is not JSON but the name of its job; another name would be another job"));
    }
    if (source.reader.idOf(item.element) != source.reader.idOf(edit.after)) {
        return invalid(Words::tr("this changes the id of the job: %1 would no longer find its record")
                           .arg(printable(source.reader.idOf(edit.after), longestShownName)));
    }
    if (step.keyType != ListKey) {
        const Result<Held> other = find(source, step.key, step.keyType, edit.after);
        if (!other) {
            return other.error();
        }
        if (other->is) {
            return Error{ErrorKind::Refused,
                         Words::tr("%1 already holds that element, and the two would become one")
                             .arg(printable(step.key, longestShownName))};
        }
    }
    return Done{};
}

/// Total length of the fields shown, which may have been cut off or have grown since.
Result<qint64> lengthOf(const PlanSource &source, const QByteArray &record,
                        const std::vector<std::pair<QByteArray, QByteArray>> &seen)
{
    Pipeline pipeline;
    for (const auto &field : seen) {
        pipeline.add({"HSTRLEN", record, field.first});
    }
    if (pipeline.isEmpty()) {
        return 0;
    }
    const Result<std::vector<Reply>> lengths = source.server.exchange(pipeline, source.stop);
    if (!lengths) {
        return lengths.error();
    }
    return std::accumulate(lengths->begin(), lengths->end(), qint64(0),
                           [](qint64 sum, const Reply &length) { return sum + length.integer; });
}

/// Every field of the hash must be as shown, if all were shown.
Outcome planField(const PlanSource &source, const JobEdit &edit, PlanStep &step, Plan &plan)
{
    EditStep &does = *step.as<EditStep>();
    const Result<Reply> size = source.server.command({"HSTRLEN", does.record, edit.field}, source.stop);
    const Result<Reply> count = size ? source.server.command({"HLEN", does.record}, source.stop) : size;
    if (!count) {
        return count.error();
    }
    if (size->integer > longestEdit) {
        return changed(printable(edit.field, longestShownName));
    }
    const Result<qint64> bytes = lengthOf(source, does.record, edit.seen);
    if (!bytes) {
        return bytes.error();
    }
    const bool isWhole = count->integer == qint64(edit.seen.size()) && *bytes <= longestEdit;
    std::vector<QByteArrayView> asked{"HMGET", does.record, edit.field};
    for (const auto &field : edit.seen) {
        if (isWhole) {
            asked.emplace_back(field.first);
        }
    }
    Pipeline pipeline;
    pipeline.add(asked);
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies || replies->front().isError()) {
        return replies ? replies->front().toError(does.record) : replies.error();
    }
    const std::vector<Reply> &values = replies->front().elements;
    if (values.empty() || values.front().isNil() || values.front().bytes != edit.before) {
        return changed(printable(edit.field, longestShownName));
    }
    if (!isWhole) {
        addNote(plan, Words::tr("The record is too large to compare as a whole: only this field must be as shown."));
        return Done{};
    }
    QByteArray text;
    for (std::size_t i = 0; i < edit.seen.size(); ++i) {
        const Reply &value = values[i + 1];
        if (value.isNil() || !value.bytes.startsWith(edit.seen[i].second)) { // compares the part that was shown
            return changed(printable(edit.seen[i].first, longestShownName));
        }
        does.seen.push_back(edit.seen[i].first);
        text += QByteArray::number(value.bytes.size()) + ':' + value.bytes;
    }
    does.digest = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
    return Done{};
}

Outcome planRecord(const PlanSource &source, const JobEdit &edit, PlanStep &step, Plan &plan)
{
    EditStep &does = *step.as<EditStep>();
    does.job = step.items.front().element;
    step.items.front().element = edit.before;
    does.record = source.recordKey(does.job);
    does.field = edit.field;
    if (does.record.isEmpty()) {
        return invalid(Words::tr("%1 has no job records").arg(source.definition.name));
    }
    const Result<Reply> type = source.server.command({"TYPE", does.record}, source.stop);
    if (!type) {
        return type.error();
    }
    const QString name = printable(does.record, longestShownName);
    if (type->bytes != (edit.field.isEmpty() ? "string" : "hash")) {
        return changed(name);
    }
    if (!edit.field.isEmpty()) {
        return planField(source, edit, step, plan);
    }
    const Result<Reply> size = source.server.command({"STRLEN", does.record}, source.stop);
    if (!size || size->integer != edit.before.size()) {
        return size ? changed(name) : size.error();
    }
    const Result<Reply> now = source.server.command({"GET", does.record}, source.stop);
    return !now ? Outcome(now.error()) : now->bytes == edit.before ? Outcome(Done{}) : changed(name);
}

/// Planner that requeues elements of the role; nullptr if they are queued already.
using Requeue = Outcome (*)(const PlanSource &, const OperationRequest &, Plan &);
Requeue wayBack(Holds holds)
{
    return holds == Holds::Dead      ? requeueDead
        : holds == Holds::Processing ? requeue
        : holds == Holds::Delayed    ? runNow
                                     : nullptr;
}

/// Expects the start and attempts after the edit: other values show that the job was started again since the preview.
void expectEdited(const PlanSource &source, const JobEdit &edit, PlanItem &item)
{
    if (item.attemptsLeft.isEmpty()) {
        return; // the item is not bound to its record
    }
    if (edit.field.isEmpty()) {
        bindTo(source.reader.attemptsOf(edit.after), item);
        return;
    }
    if (source.reader.isNameOf(JobReader::Attempts, edit.field)) {
        item.attemptsLeft.clear();
    }
    if (source.reader.isNameOf(JobReader::Started, edit.field)) {
        item.startLeft.clear();
    }
}

/// Adds the step that requeues the job after the edit, with its new bytes.
Outcome planWayBack(const PlanSource &source, const OperationRequest &request, Holds holds, Plan &plan)
{
    const Requeue plans = wayBack(holds);
    if (plans == nullptr) {
        return invalid(Words::tr("it is already queued; editing it is enough"));
    }
    OperationRequest moving = request;
    moving.edit.reset();
    Plan moved;
    if (Outcome planned = plans(source, moving, moved); !planned) {
        return planned;
    }
    if (moved.steps.size() != 1 || moved.steps.front().items.size() != 1) {
        return Error{ErrorKind::Refused,
                     holds == Holds::Processing ? Words::tr(
                         "a worker has it, and it is not stale: edited and requeued, it would be processed twice")
                                                : Words::tr("it is no longer there; nothing was edited")};
    }
    PlanItem &item = moved.steps.front().items.front();
    if (plan.steps.front().as<EditStep>()->of == EditStep::Of::Element) {
        for (QByteArray &element : moved.exhausted) {
            element = request.edit->after;
        }
        item.element = request.edit->after;
        const auto *const move = moved.steps.front().as<MoveStep>();
        if (item.record.isEmpty() && move != nullptr && move->dead && move->attempts == MoveStep::Attempts::Increment) {
            const bool isUsedUp = source.reader.attemptsInside(item.element).isUsedUp(move->maxAttempts);
            moved.exhausted.assign(isUsedUp ? 1 : 0, item.element);
        }
    } else {
        expectEdited(source, *request.edit, item);
    }
    plan.exhausted = std::move(moved.exhausted);
    plan.steps.front().beside = true; // only the requeued job is counted
    plan.steps.push_back(std::move(moved.steps.front()));
    return Done{};
}

} // namespace

Outcome edit(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!request.edit || request.elements.size() != 1) {
        return invalid(Words::tr("an edit needs one job and its new text"));
    }
    const JobEdit &edit = *request.edit;
    if (Outcome good = checkText(edit); !good) {
        return good;
    }
    const Element &job = request.elements.front();
    const auto &all = source.definition.keys;
    const auto role = std::find_if(all.begin(), all.end(), [&](const RoleKeys &keys) {
        return !keys.role->perId && source.definition.isKeyOf(keys, job.key, source.now);
    });
    if (role == all.end() || (role->role->types & (ListKey | SetKey | ZSetKey)) == 0) {
        return invalid(
            Words::tr("%1 has no such key: %2").arg(source.definition.name, printable(job.key, longestShownName)));
    }
    const Result<std::optional<KeyType>> type = source.typeOf(*role->role, job.key);
    if (!type) {
        return type.error();
    }
    const Result<Held> held = *type ? find(source, job.key, **type, job.element) : Result<Held>(Held{});
    if (!held) {
        return held.error();
    }
    if (!held->is || (**type == ZSetKey && isKnown(job.score) && held->score.toDouble() != job.score)) {
        return Error{ErrorKind::Refused,
                     held->is ? Words::tr("the score of the job has changed since it was shown; look at it again")
                              : Words::tr("the job is no longer where it was shown, or lies more than 50,000 elements "
                                          "from both ends of its list")};
    }
    PlanStep step{.key = job.key,
                  .keyType = **type,
                  .does = EditStep{.atLeft = !source.isOldestRight(job.key)},
                  .items = {{job.element, held->score, {}, {}, {}}}};
    step.items.front().after = edit.after;
    EditStep &does = *step.as<EditStep>();
    does.of = !edit.isOfRecord ? EditStep::Of::Element
        : edit.field.isEmpty() ? EditStep::Of::Text
                               : EditStep::Of::Field;
    if (Outcome planned = edit.isOfRecord ? planRecord(source, edit, step, plan) : planElement(source, edit, step);
        !planned) {
        return planned;
    }
    std::vector<Element> sample{job};
    if (Outcome described = describe(source, sample); !described) {
        return described;
    }
    append(plan, std::move(step), sample);
    return edit.requeue ? planWayBack(source, request, role->role->holds, plan) : Outcome(Done{});
}

} // namespace plimsoll::redis::planning

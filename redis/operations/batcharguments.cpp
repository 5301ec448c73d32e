// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batcharguments.h"

#include "redis/collections/jobrecord.h"
#include "redis/collections/keytypes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <span>

namespace plimsoll::redis {

namespace {

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

constexpr std::size_t knownAhead = 256; ///< elements that others may have taken since the last batch

QByteArray knownText(std::span<const quint64> known)
{
    QByteArray text;
    for (const quint64 one : known) {
        text += QByteArray::number(one, 16).rightJustified(knownDigits, '0');
    }
    return text;
}

void addArguments(BatchCall &call, const PlanStep & /*step*/, const CutListStep &cut, const BatchRange &range)
{
    call.arguments = {
        cut.atLeft ? "left" : "right", number(qint64(range.count)), number(range.bytes),     number(cut.keep),
        range.archive ? "1" : "0",     outline(cut.mark),           number(cut.mark.size()), number(range.came),
        knownText(cut.beyondMark),     number(range.beyond)};
    if (cut.onlyKnown) {
        const std::size_t first = std::min(range.known, cut.known.size());
        const std::size_t count = std::min(range.count + knownAhead, cut.known.size() - first);
        call.arguments.push_back(knownText(std::span(cut.known).subspan(first, count)));
    }
}

void addArguments(BatchCall &call, const PlanStep & /*step*/, const CutZSetStep &cut, const BatchRange &range)
{
    call.arguments = {cut.atMax ? "max" : "min",
                      number(qint64(range.count)),
                      number(range.bytes),
                      number(cut.keep),
                      range.archive ? "1" : "0",
                      cut.atMax ? QByteArray("+inf") : cut.low,
                      cut.bound};
}

QJsonValue targetJson(const std::optional<PlanTarget> &target)
{
    if (!target) {
        return QJsonValue::Null;
    }
    return QJsonObject{
        {QStringLiteral("kind"), addsBy(target->how)},
        {QStringLiteral("score"),
         target->score.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(QString::fromLatin1(target->score))}};
}

QJsonArray namesOf(JobReader::Field field, const QString &chosen)
{
    QJsonArray array;
    for (const QByteArray &name : JobReader::names(field, chosen.toUtf8())) {
        array.append(QString::fromUtf8(name));
    }
    return array;
}

void addArguments(BatchCall &call, const PlanStep &step, const MoveStep &move, const BatchRange &range)
{
    const bool records = step.readsRecords()
        && std::any_of(step.items.begin(), step.items.end(), [](const PlanItem &i) { return !i.record.isEmpty(); });
    QJsonObject parameters{
        {QStringLiteral("target"), targetJson(move.target)},
        {QStringLiteral("dead"), targetJson(move.dead)},
        {QStringLiteral("attempts"), QString(attemptsMode(move.attempts))},
        {QStringLiteral("fields"), namesOf(JobReader::Attempts, step.records.attemptsField)},
        {QStringLiteral("maxFields"), namesOf(JobReader::MaxAttempts, step.records.maxAttemptsField)},
        {QStringLiteral("startFields"), namesOf(JobReader::Started, step.records.startedField)},
        {QStringLiteral("max"), move.maxAttempts ? QJsonValue(*move.maxAttempts) : QJsonValue(QJsonValue::Null)},
        {QStringLiteral("own"), move.countsInside},
        {QStringLiteral("records"), records},
        {QStringLiteral("expireAt"), QString::fromLatin1(move.expireAt)},
        {QStringLiteral("guard"), !move.guard.isEmpty()},
    };
    if (step.keyType != ListKey) {
        parameters.insert(QStringLiteral("source"), QLatin1String(step.keyType == SetKey ? "set" : "zset"));
    } else {
        parameters.insert(QStringLiteral("side"), QLatin1String(range.left ? "left" : "right"));
        if (range.window > 0) {
            parameters.insert(QStringLiteral("window"), range.window);
            parameters.insert(QStringLiteral("others"), range.bytes);
        } else {
            parameters.insert(QStringLiteral("within"), range.within);
        }
    }
    for (const PlanTarget &target : step.targets()) {
        call.keys.push_back(target.key);
    }
    if (!move.guard.isEmpty()) {
        call.keys.push_back(move.guard);
    }
    call.arguments.push_back(QJsonDocument(parameters).toJson(QJsonDocument::Compact));
    for (const PlanItem &item : std::span(step.items).subspan(range.first, range.count)) {
        call.arguments.insert(call.arguments.end(),
                              {item.element, item.score, item.attempts, item.newScore, item.attemptsLeft,
                               item.startLeft, item.place < 0 ? QByteArray() : '=' + number(item.place), item.becomes});
        if (records) {
            call.keys.push_back(item.record);
        }
    }
}

std::span<const PlanItem> itemsOf(const PlanStep &step, const BatchRange &range)
{
    const std::size_t first = std::min(range.first, step.items.size());
    return std::span(step.items).subspan(first, std::min(range.count, step.items.size() - first));
}

void addArguments(BatchCall &call, const PlanStep &step, const RestoreStep &restore, const BatchRange &range)
{
    const QLatin1StringView adds = addsBy(endOf(step));
    call.arguments = {QByteArray(adds.data(), adds.size()), restore.expireAt, step.archiveRows.empty() ? "1" : "0"};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score});
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const RescoreStep & /*rescore*/, const BatchRange &range)
{
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
    }
}

void addArguments(BatchCall &call, const PlanStep & /*step*/, const ExpireStep &expire, const BatchRange & /*range*/)
{
    call.arguments = {expire.at, expire.shown};
}

void addArguments(BatchCall &call, const PlanStep &step, const UnlockStep & /*unlock*/, const BatchRange &range)
{
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.push_back(item.element);
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const RelockStep &relock, const BatchRange &range)
{
    call.arguments = {relock.expireAt};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.push_back(item.element);
    }
}

constexpr qint64 mostEntryBytes = 32LL * 1'024; ///< bytes of stream entries read and added: about 0.5 ms

/// Name of the neutral consumer, which exists only while it holds entries.
QByteArray passing(const QByteArray &consumer, bool isForward)
{
    const bool isNeutral = consumer == neutralConsumer;
    return isNeutral != isForward ? neutralConsumer.toByteArray() : QByteArray();
}

void addArguments(BatchCall &call, const PlanStep &step, const PendingStep &pending, const BatchRange &range)
{
    static constexpr std::array modes{"claim", "release", "acknowledge", "dead", "again"};
    if (pending.target) {
        call.keys.push_back(pending.target->key);
    }
    call.arguments = {modes.at(std::size_t(pending.what)), pending.group, pending.consumer,
                      passing(pending.consumer, true), number(mostEntryBytes)};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score});
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const PendingBackStep &back, const BatchRange &range)
{
    if (back.copies) {
        call.keys.push_back(back.copies->key);
    }
    call.arguments = {QByteArray(1, back.how), back.group, passing(back.consumer, false), number(mostEntryBytes)};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
    }
}

void addArguments(BatchCall &call, const PlanStep & /*step*/, const CutStreamStep &cut, const BatchRange &range)
{
    call.arguments = {number(qint64(range.count)), cut.wholeNodes ? "0" : "1", cut.stays};
}

void addArguments(BatchCall &call, const PlanStep &step, const GroupIdStep & /*set*/, const BatchRange &range)
{
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const ConsumerStep &consumer, const BatchRange &range)
{
    call.arguments = {consumer.isBack ? "make" : "remove", consumer.group};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.push_back(item.element);
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const CleanStep & /*clean*/, const BatchRange &range)
{
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.startLeft, item.attemptsLeft});
        if (!item.record.isEmpty()) {
            call.keys.push_back(item.record);
        }
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const CleanBackStep &back, const BatchRange &range)
{
    call.arguments = {back.expireAt};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.attempts, item.newScore});
        call.keys.push_back(item.record.isEmpty() ? step.key : item.record); // one key per item, even without a record
    }
}

void addArguments(BatchCall &call, const PlanStep &step, const EditStep &edit, const BatchRange &range)
{
    static constexpr std::array holders{"element", "text", "field"};
    static constexpr std::array modes{"edit", "back"};
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

void addArguments(BatchCall &call, const PlanStep &step, const AdoptStep &adopt, const BatchRange &range)
{
    const QLatin1StringView adds = addsBy(endOf(step));
    call.keys.insert(call.keys.end(), adopt.elsewhere.begin(), adopt.elsewhere.end());
    const QJsonObject names{
        {QStringLiteral("fields"), namesOf(JobReader::Attempts, step.records.attemptsField)},
        {QStringLiteral("maxFields"), namesOf(JobReader::MaxAttempts, step.records.maxAttemptsField)},
        {QStringLiteral("startFields"), namesOf(JobReader::Started, step.records.startedField)},
        {QStringLiteral("endFields"), namesOf(JobReader::Finished, step.records.finishedField)}};
    call.arguments = {QByteArray(adds.data(), adds.size()), number(qint64(adopt.elsewhere.size())),
                      number(mostComparedAtOnce), QJsonDocument(names).toJson(QJsonDocument::Compact)};
    for (const PlanItem &item : itemsOf(step, range)) {
        call.keys.push_back(item.record);
        call.arguments.insert(call.arguments.end(), {item.element, item.score, item.attemptsLeft, item.startLeft});
    }
}

} // namespace

void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range)
{
    std::visit([&](const auto &does) { addArguments(call, step, does, range); }, step.does);
}

} // namespace plimsoll::redis

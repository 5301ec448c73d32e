// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"
#include "redis/operations/batch/pages.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace plimsoll::redis {

namespace {

QJsonValue targetParameters(const std::optional<PlanTarget> &target)
{
    if (!target) {
        return QJsonValue::Null;
    }
    return QJsonObject{
        {QStringLiteral("kind"), addsBy(target->how)},
        {QStringLiteral("score"),
         target->score.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(QString::fromLatin1(target->score))}};
}

constexpr qint64 longestList = 20'000; ///< elements of a list to search

/// Checks that items are where the operation put them.
bool areThere(Prospect &prospect)
{
    if (prospect.step.keyType != ListKey) {
        return prospect.isIn(prospect.step.key, prospect.step.keyType, true);
    }
    const Result<Reply> length = prospect.server.command({"LLEN", prospect.step.key}, prospect.stop);
    if (!length || length->integer > longestList) {
        return false;
    }
    std::unordered_map<QByteArray, qint64> there;
    ListPages pages(prospect.server, prospect.step.key, true, prospect.stop);
    for (qint64 bytes = 0; pages.position() < length->integer;) {
        const Result<std::vector<QByteArray>> page = pages.next();
        if (!page) {
            return false;
        }
        if (page->empty()) {
            break;
        }
        for (const QByteArray &element : *page) {
            ++there[element];
            bytes += element.size();
        }
        if (bytes > Prospect::mostBytes) {
            return false;
        }
    }
    for (std::size_t i = 0; i < prospect.can.size(); ++i) {
        const auto found = there.find(prospect.step.items[i].element);
        prospect.can[i] = found != there.end() && found->second-- > 0;
    }
    return true;
}

/// Checks that a set does not already hold the items.
bool areFree(Prospect &prospect)
{
    using How = PlanTarget::How;
    const std::optional<PlanTarget> &target = prospect.step.as<MoveStep>()->target;
    const bool isSet = target && target->how == How::AddToSet;
    const bool isSorted = target && target->how == How::AddToZSet;
    return !(isSet || isSorted) || prospect.isIn(target->key, isSorted ? ZSetKey : SetKey, false);
}

bool isAsLeft(const PlanItem &item, const JobReader &reader, const JobAttempts &now, bool isHash)
{
    if (item.attempts == "!") {
        return !now.isRead;
    }
    if (!now.isRead) {
        return true;
    }
    QByteArray text = item.attempts.mid(1); // "=" of a hash, ":" of JSON
    if (item.attempts.startsWith(':')) {
        text = reader.attemptsOf("{\"" + reader.firstName(JobReader::Attempts) + "\":" + text + '}').text;
    }
    const std::optional<int> count = countFromText(text);
    const QByteArray one = isHash || !item.attempts.isEmpty() ? "1" : "";
    const QByteArray left = item.attemptsLeft == "set" ? (text.isEmpty() ? QByteArray() : QByteArray("0"))
        : item.attemptsLeft != "incr"                  ? text
        : text.isEmpty()                               ? one
        : count                                        ? QByteArray::number(qint64(*count) + 1)
                                                       : text;
    return now.text == left && (item.startLeft.isEmpty() || now.start == item.startLeft.mid(1));
}

/// Compares the items' records, as isRecordAsLeft() of lua/records.lua does.
bool areAsLeft(Prospect &prospect)
{
    const JobReader reader = readerOf(prospect.step);
    std::unordered_map<QByteArray, int> times; // the state between two items of the same job is unknown
    for (const PlanItem &item : prospect.step.items) {
        ++times[item.record];
    }
    return !reader.hasRecord()
        || prospect.read(
            [&](Pipeline &pipeline, const PlanItem &item) {
                if (times[item.record] == 1) {
                    reader.appendRead(pipeline, item.record);
                }
            },
            [&](const PlanItem &item, std::span<const Reply> replies) -> std::optional<bool> {
                if (JobReader::recordError(replies.data(), item.record)) {
                    return std::nullopt;
                }
                const bool isHash = replies.back().type != Reply::Type::Bulk;
                const JobAttempts now = reader.attemptsOf(replies.data());
                PlanItem uncounted = item;
                uncounted.attemptsLeft = "keep";
                return JobReader::isCutOff(replies.data()) || isAsLeft(item, reader, now, isHash)
                    || (prospect.step.crossesSlots // its attempts may not have been counted
                        && isAsLeft(uncounted, reader, now, isHash));
            });
}

class MoveKind final : public KindOf<MoveStep> {
public:
    MoveKind() : KindOf("move") { }

    [[nodiscard]] const Script &script(const PlanStep &step) const override
    {
        return step.takesFromList() ? m_take : KindOf::script(step);
    }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const MoveStep &move = of(step);
        const QLatin1StringView script(step.keyType == ListKey ? "EVALSHA take  " : "EVALSHA move  ");
        QString text = script + shownKey(step.key) + QStringLiteral("\n  → ");
        text += move.target ? shownTarget(*move.target) : Words::tr("escrow, then archive");
        if (move.dead) {
            text += QLatin1String(" | ") + shownTarget(*move.dead);
        }
        if (step.keyType == ListKey && !move.contiguous && step.planned() > 1) {
            text += Words::tr(
                "\n  scattered ones are first moved to one end (EVALSHA arrange, LSET); the others keep their order");
        }
        if (step.crossesSlots && hasTargetsElsewhere(step)) {
            text += copiesFirst(step)
                ? Words::tr("\n  across slots: EVALSHA copy adds to a target elsewhere before this, EVALSHA copy_back "
                            "takes back what did not leave")
                : Words::tr("\n  across slots: EVALSHA restore adds to a target elsewhere after this");
        }
        if (step.crossesSlots && step.readsRecords()) {
            text += Words::tr("\n  across slots: EVALSHA record judges and counts each job record");
        }
        if (!move.guard.isEmpty()) {
            text += Words::tr("\n  where its score in %1 is as shown").arg(shownKey(move.guard));
        }
        if (move.countsInside && step.records.keyTemplate.isEmpty()) {
            const bool mayBeInside = std::any_of(step.items.begin(), step.items.end(),
                                                 [](const PlanItem &item) { return item.element.startsWith('{'); });
            if (mayBeInside && move.attempts == MoveStep::Attempts::Increment) {
                text += Words::tr("\n  in elements that hold attempts and their maximum: attempts + 1");
            } else if (mayBeInside) {
                text += Words::tr("\n  in elements that hold attempts and their maximum: attempts = %1")
                            .arg(printable(step.items.front().attempts, 20));
            }
        } else if (move.attempts == MoveStep::Attempts::Increment) {
            text += move.dead ? Words::tr("\n  job record of what is requeued: attempts + 1")
                              : Words::tr("\n  job record: attempts + 1");
        } else if (move.attempts == MoveStep::Attempts::Set && !step.records.keyTemplate.isEmpty()) {
            const auto isOther = [&step](const PlanItem &item) { return item.attempts != step.items.front().attempts; };
            const bool same = !step.items.empty() && std::none_of(step.items.begin(), step.items.end(), isOther);
            text += same ? Words::tr("\n  job record: attempts = %1").arg(printable(step.items.front().attempts, 20))
                         : Words::tr("\n  job record: attempts as they were");
        }
        return text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const MoveStep &move = of(step);
        const bool records = step.readsRecords()
            && std::any_of(step.items.begin(), step.items.end(),
                           [](const PlanItem &item) { return !item.record.isEmpty(); });
        QJsonObject parameters{
            {QStringLiteral("target"), targetParameters(move.target)},
            {QStringLiteral("dead"), targetParameters(move.dead)},
            {QStringLiteral("attempts"), QString(attemptsMode(move.attempts))},
            {QStringLiteral("fields"), fieldNames(JobReader::Attempts, step.records.attemptsField)},
            {QStringLiteral("maxFields"), fieldNames(JobReader::MaxAttempts, step.records.maxAttemptsField)},
            {QStringLiteral("startFields"), fieldNames(JobReader::Started, step.records.startedField)},
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
        if (range.phase == BatchRange::Phase::Look) {
            parameters.insert(QStringLiteral("phase"), QStringLiteral("look"));
        } else if (range.phase == BatchRange::Phase::Decided) {
            parameters.insert(QStringLiteral("phase"), QStringLiteral("decided"));
            parameters.insert(QStringLiteral("asked"), qint64(range.asked));
        }
        for (const PlanTarget &target : step.targets()) {
            call.keys.push_back(target.key);
        }
        if (!move.guard.isEmpty()) {
            call.keys.push_back(move.guard);
        }
        call.arguments.push_back(QJsonDocument(parameters).toJson(QJsonDocument::Compact));
        for (const PlanItem &item : itemsOf(step, range)) {
            appendMoved(call.arguments, item);
            if (records) {
                call.keys.push_back(item.record);
            }
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const MoveStep &move = of(step);
        json.insert(QStringLiteral("target"), packedTarget(move.target));
        json.insert(QStringLiteral("dead"), packedTarget(move.dead));
        json.insert(QStringLiteral("attempts"), int(move.attempts));
        json.insert(QStringLiteral("expireAt"), packed(move.expireAt));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        MoveStep &move = of(step);
        move.target = unpackedTarget(json[QStringLiteral("target")]);
        move.dead = unpackedTarget(json[QStringLiteral("dead")]);
        move.attempts = static_cast<MoveStep::Attempts>(json[QStringLiteral("attempts")].toInt());
        move.expireAt = unpacked(json[QStringLiteral("expireAt")]);
    }

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView header) const override
    {
        return {1, header.startsWith("1 ") ? untypedWidth : typedWidth};
    }

    void makeBack(const PlanStep &step, char outcome, PlanStep &back) const override
    {
        using Attempts = MoveStep::Attempts;
        const MoveStep &move = of(step);
        const std::optional<PlanTarget> &from = outcome == 'm' ? move.target : move.dead;
        if ((outcome != 'm' && outcome != 'd') || !from) {
            KindOf::makeBack(step, outcome, back);
            return;
        }
        back.key = from->key;
        back.keyType = from->how == PlanTarget::How::AddToZSet ? ZSetKey
            : from->how == PlanTarget::How::AddToSet           ? SetKey
                                                               : ListKey;
        back.does = MoveStep{
            .target = PlanTarget{step.key, endOf(step), {}},
            .attempts = move.attempts == Attempts::Keep ? Attempts::Keep : Attempts::Set,
            .atLeft = from->how == PlanTarget::How::PushLeft,
            .contiguous = back.keyType == ListKey, // pushed together, so still together unless others took some
        };
        back.crossesSlots = step.crossesSlots;
    }
    /// Moved elements are searched for in a list together: each part costs a pass over it.
    [[nodiscard]] ArchiveLimit partLimit() const override { return {100'000, qint64(32) * 1024 * 1024}; }

    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan &plan) const override
    {
        if (of(back).target) {
            of(back).expireAt = undo.expiryToRestore(plan);
        }
        return Done{};
    }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep &undone) const override
    {
        item.newScore = element.score;
        item.attempts = element.attempts;
        if (element.attempts.startsWith('~')) {
            if (QByteArray counted = countedInside(item.element, element.attempts); counted != item.element) {
                item.becomes = std::exchange(item.element, std::move(counted));
            }
            item.attempts = "!"; // a record created since shows that the job was worked on
        }
        if (!item.record.isEmpty()) {
            const QLatin1StringView mode =
                attemptsMode(element.outcome == 'd' ? MoveStep::Attempts::Keep : undone.attempts());
            item.attemptsLeft = QByteArray(mode.data(), mode.size());
            item.startLeft = element.start.isNull() ? QByteArray() : '=' + element.start;
        }
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        return areThere(prospect) && areFree(prospect) && areAsLeft(prospect);
    }

    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override
    {
        const MoveStep &move = of(step);
        std::vector<StepPart> parts;
        if (step.keyType == ListKey) { // the run decides whether this is needed
            parts.push_back({"source", step.key, false, &arrangeScript()});
        }
        if (!move.guard.isEmpty()) {
            parts.push_back({"guard", move.guard});
        }
        if (move.target && !move.expireAt.isEmpty()) {
            parts.push_back({"expiring", move.target->key, false});
        }
        if (const QByteArray record = exampleRecord(step); !record.isEmpty()) {
            if (step.readsRecords()) {
                parts.push_back({"record", record, false});
            }
            if (move.attempts != MoveStep::Attempts::Keep) {
                parts.push_back({"counted", record, false});
            }
        }
        return parts;
    }
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep step, const ExampleKeys &keys) const override
    {
        if (!keys.record.isEmpty()) {
            of(step).attempts = MoveStep::Attempts::Increment;
            step.items.push_back({{}, {}, {}, {}, keys.record});
        }
        return {std::move(step)};
    }

    [[nodiscard]] std::pair<QByteArray, QByteArray> expiring(const PlanStep &step) const override
    {
        const MoveStep &move = of(step);
        return move.target ? std::pair(move.target->key, move.expireAt) : std::pair<QByteArray, QByteArray>();
    }

private:
    Script m_take{QStringLiteral("take")};
};

} // namespace

const StepKind &stepKind(const MoveStep & /*does*/)
{
    static const MoveKind kind;
    return kind;
}

} // namespace plimsoll::redis

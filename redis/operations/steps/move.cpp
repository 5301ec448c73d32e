// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/words.h"
#include "redis/types/printable.h"

#include <QJsonObject>
#include <QJsonDocument>

#include <algorithm>

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

/// Element with attempts counted in its bytes: sets the bytes that were put and those to restore. moving.lua stores the
/// difference: "~<bytes before the attempts> <their length> <new attempts>".
void setCounted(PlanItem &item, const QByteArray &counted)
{
    const qsizetype first = counted.indexOf(' ');
    const qsizetype second = counted.indexOf(' ', first + 1);
    const qsizetype from = counted.mid(1, first - 1).toLongLong();
    const qsizetype length = counted.mid(first + 1, second - first - 1).toLongLong();
    if (first < 0 || second < 0 || from + length > item.element.size()) {
        return;
    }
    item.becomes = item.element;
    item.element.replace(from, length, counted.sliced(second + 1));
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
            text += Words::tr("\n  job record: attempts + 1");
        } else if (move.attempts == MoveStep::Attempts::Set) {
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
        for (const PlanTarget &target : step.targets()) {
            call.keys.push_back(target.key);
        }
        if (!move.guard.isEmpty()) {
            call.keys.push_back(move.guard);
        }
        call.arguments.push_back(QJsonDocument(parameters).toJson(QJsonDocument::Compact));
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(),
                                  {item.element, item.score, item.attempts, item.newScore, item.attemptsLeft,
                                   item.startLeft, item.place < 0 ? QByteArray() : '=' + decimal(item.place),
                                   item.becomes});
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
    void completeItem(PlanItem &item, const ArchivedElement &element, MoveStep::Attempts attempts) const override
    {
        item.newScore = element.score;
        item.attempts = element.attempts;
        if (element.attempts.startsWith('~')) {
            setCounted(item, element.attempts);
            item.attempts = "!"; // a record created since shows that the job was worked on
        }
        if (!item.record.isEmpty()) {
            const QLatin1StringView mode = attemptsMode(element.outcome == 'd' ? MoveStep::Attempts::Keep : attempts);
            item.attemptsLeft = QByteArray(mode.data(), mode.size());
            item.startLeft = element.start.isNull() ? QByteArray() : '=' + element.start;
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"

#include "redis/operations/batch/escrow.h"
#include "redis/operations/journal/words.h"
#include "redis/operations/steps/packing.h"
#include "redis/types/printable.h"
#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

void CrossSlotLosses::operator+=(const CrossSlotLosses &other)
{
    twice += other.twice;
    uncounted += other.uncounted;
    refused += other.refused;
    alone += other.alone;
    refusal = refusal.isEmpty() ? other.refusal : refusal;
    apart.insert(apart.end(), other.apart.begin(), other.apart.end());
    isUnreplicated = isUnreplicated || other.isUnreplicated;
}

QStringList CrossSlotLosses::notes(const PlanStep &step) const
{
    const QString key = printable(step.key, 200);
    QStringList notes;
    if (twice > 0) {
        notes += Words::tr("May be worked on twice: %1 of %2, which others took there and where they went at the same "
                           "moment.")
                     .arg(QString::number(twice), key);
    }
    if (uncounted > 0) {
        notes += Words::tr("Moved, but their attempts could not be counted: %1.").arg(QString::number(uncounted));
    }
    if (isUnreplicated) {
        // Originals that come back with a replica that did not follow are there twice.
        notes += Words::tr("%1: no replica has followed within a second; if its node fails now, some may be in both "
                           "keys.")
                     .arg(key);
    }
    if (refused > 0) {
        notes += Words::tr("Left, because the server refused it for their keys: %1 (%2).")
                     .arg(QString::number(refused), refusal);
    }
    if (!apart.empty()) {
        notes += Words::tr("Postponed at the same moment, while their keys were removed and written anew: %1 of %2. "
                           "The removed ones are kept for a week, the first one in %3.")
                     .arg(QString::number(apart.size()), key, printable(apart.front(), 200));
    }
    if (alone > 0) {
        notes += Words::tr("Removed from %1 by others at the same moment: the entries of %2 keys, which came back. "
                           "Nothing names these keys now.")
                     .arg(key, QString::number(alone));
    }
    return notes;
}

std::vector<QByteArray> keysLeft(const PlanStep &step, const QString &operation, int batch)
{
    std::vector<QByteArray> keys{escrowKey(step.key, operation, batch)};
    if (!step.crossesSlots) {
        return keys;
    }
    if (const auto *move = step.as<MoveStep>(); move == nullptr) {
        keys.push_back(partKey(step.key, operation, batch, listPart));
    } else if (hasTargetsElsewhere(step)) {
        for (const auto &[target, outcome] : {std::pair(&move->target, "m"), std::pair(&move->dead, "d")}) {
            if (*target) {
                keys.push_back(partKey((*target)->key, operation, batch, outcome));
            }
        }
    }
    return keys;
}

bool hasTargetsElsewhere(const PlanStep &step)
{
    const std::vector<PlanTarget> targets = step.targets();
    const unsigned slot = slotOf(step.key);
    return std::any_of(targets.begin(), targets.end(),
                       [slot](const PlanTarget &target) { return slotOf(target.key) != slot; });
}

bool copiesFirst(const PlanStep &step)
{
    const std::vector<PlanTarget> targets = step.targets();
    return step.keyType == ListKey && std::all_of(targets.begin(), targets.end(), [](const PlanTarget &target) {
               return target.how == PlanTarget::How::PushLeft || target.how == PlanTarget::How::PushRight;
           });
}

std::unique_ptr<CrossSlotBatch> crossSlotBatch(OperationChannel &channel, const PlanStep &step,
                                               const QString &operation, int batch)
{
    return step.is<MoveStep>() ? crossSlotMove(channel, step, operation, batch)
                               : crossSlotCleaning(channel, step, operation, batch);
}

CrossSlotBatch::CrossSlotBatch(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch)
    : m_channel(channel), m_step(step), m_escrow(escrowKey(step.key, operation, batch))
{
}

Result<Reply> CrossSlotBatch::send(const QByteArray &key, const BatchCall &call, std::chrono::microseconds &took,
                                   const OperationChannel::IsReadable &isReadable)
{
    if (Outcome turned = m_channel.turnTo(key); !turned) {
        return turned.error();
    }
    std::chrono::microseconds held{};
    Result<Reply> reply = m_channel.send(call, held, isReadable);
    took = std::max(took, held);
    return reply;
}

Result<std::vector<Reply>> CrossSlotBatch::read(const QByteArray &key)
{
    if (Outcome turned = m_channel.turnTo(key); !turned) {
        return turned.error();
    }
    const Result<Reply> length = m_channel.ask({"LLEN", key});
    return length ? readEscrow(m_channel.server(), key, length->integer, m_channel.exchangeStop())
                  : Result<std::vector<Reply>>(length.error());
}

Result<std::vector<Reply>> CrossSlotBatch::ask(const Script &script,
                                               const std::vector<std::vector<QByteArray>> &questions,
                                               const QByteArray &parameters)
{
    std::vector<Reply> replies(questions.size());
    std::vector<std::size_t> open(questions.size());
    std::iota(open.begin(), open.end(), std::size_t(0));
    for (bool isFirst = true; !open.empty(); isFirst = false) {
        // A node that does not have the script gets it with the first question, and runs the others in the next round.
        Pipeline pipeline;
        for (const std::size_t i : open) {
            const std::vector<QByteArray> &question = questions[i];
            const bool isLoaded = isFirst || i != open.front();
            const qsizetype keys = question.front().toInt();
            std::vector<QByteArrayView> command{isLoaded ? "EVALSHA" : "EVAL",
                                                isLoaded ? script.sha1() : script.source()};
            command.insert(command.end(), question.begin(), question.begin() + 1 + keys);
            command.emplace_back(parameters);
            command.insert(command.end(), question.begin() + 1 + keys, question.end());
            pipeline.add(command);
        }
        Result<std::vector<Reply>> answers = m_channel.askAll(pipeline);
        if (!answers) {
            return answers.error();
        }
        std::vector<std::size_t> without;
        for (std::size_t i = 0; i < open.size(); ++i) {
            Reply &answer = (*answers)[i];
            if (answer.isError() && answer.bytes.startsWith("NOSCRIPT")) {
                without.push_back(open[i]);
            }
            replies[open[i]] = std::move(answer);
        }
        open = std::move(without);
    }
    return replies;
}

Result<bool> CrossSlotBatch::isReplicated(const QByteArray &key, bool isThere)
{
    if (const Result<bool> marked = m_channel.isMarked(); !marked || !*marked) {
        return marked ? differentServer(m_channel.server()) : marked.error();
    }
    // Each question goes with a write on the same connection, which WAIT is about, also when it is asked again after a
    // loss; and the write tells whether a replica was promoted that had not heard of the key.
    const auto ask = [&](std::initializer_list<QByteArrayView> question) -> Result<std::optional<Reply>> {
        Pipeline pipeline;
        pipeline.add({"PEXPIRE", key, decimal(std::chrono::milliseconds(escrowExpiry).count())});
        pipeline.add(question);
        Result<std::vector<Reply>> replies = m_channel.ask(pipeline);
        if (!replies) {
            return replies.error();
        }
        for (const Reply &reply : *replies) {
            if (reply.type == Reply::Type::Unanswered || (reply.isError() && !reply.bytes.startsWith("NOPERM "))) {
                return reply.toError(key);
            }
        }
        if (isThere && replies->front().type == Reply::Type::Integer && replies->front().integer == 0) {
            return differentServer(m_channel.server());
        }
        return replies->back().isError() ? std::nullopt : std::optional(std::move(replies->back()));
    };
    const Result<std::optional<Reply>> info = ask({"INFO", "replication"});
    if (!info) {
        return info.error();
    }
    if (!*info || infoField((*info)->bytes, "connected_slaves").toInt() == 0) {
        return true;
    }
    const Result<std::optional<Reply>> replicas = ask({"WAIT", "1", "1000"});
    if (!replicas) {
        return replicas.error();
    }
    return !*replicas || (*replicas)->integer > 0;
}

} // namespace plimsoll::redis

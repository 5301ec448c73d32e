// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"

#include "redis/operations/batch/permissions.h"
#include "redis/operations/journal/words.h"
#include "redis/operations/steps/answers.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/standing.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;

namespace {

constexpr std::size_t beforeIds = 2; ///< header and number of entries looked at, in the mark of copies
constexpr std::size_t copiedStrings = 3; ///< of each there: id of the copy, id of the entry, how it was pending
constexpr std::size_t droppedStrings = 3; ///< of each that drop_copies.lua removed

const Script &dropScript()
{
    static const Script script(QStringLiteral("drop_copies"));
    return script;
}

/// Pending entries that are added to a stream in another slot and then acknowledged:
///   1. the source is looked at: which are pending as shown, and their fields (pending.lua);
///   2. copies are added to the target (copy.lua), and a replica there has them;
///   3. the originals are acknowledged, with the batch's escrow, which is in the source's slot (pending.lua);
///   4. copies whose originals were not are removed (drop_copies.lua).
/// The undo:
///   1. the target is looked at: which copies are there (drop_copies.lua);
///   2. their originals become pending again (pending_back.lua), and a replica there knows it;
///   3. the copies are removed (drop_copies.lua).
/// Nothing is lost: an entry is pending, or its copy is there, or both.
class CrossSlotPending final : public CrossSlotBatch {
public:
    CrossSlotPending(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch)
        : CrossSlotBatch(channel, step, operation, batch), m_copies(step.targets().front().key),
          m_mark(partKey(m_copies, operation, batch, copiesPart)),
          m_dropped(partKey(m_copies, operation, batch, droppedPart)), m_isBack(step.is<PendingBackStep>())
    {
    }

    Result<Reply> run(const BatchRange &range, microseconds &took,
                      const OperationChannel::IsReadable &isReadable) override
    {
        took = {};
        return m_isBack ? giveBack(range, took, isReadable) : deadLetter(range, took, isReadable);
    }
    [[nodiscard]] Outcome complete(std::span<const ArchivedElement> rows) override
    {
        const Outcome done = m_isBack ? completeBack(rows) : completeCopies();
        const Outcome turned = m_channel.turnTo(m_step.key);
        return done ? turned : done;
    }

private:
    using Items = std::vector<PlanItem>; ///< PlanItem::newScore is the id of the copy
    using Phase = BatchRange::Phase;

    /// What a look leaves to the next batch, and what it may not touch.
    struct Seen {
        std::size_t asked = 0; ///< entries looked at
        qint64 left = 0, tooMany = 0;
    };

    Result<Reply> deadLetter(const BatchRange &range, microseconds &took,
                             const OperationChannel::IsReadable &isReadable);
    Result<Reply> giveBack(const BatchRange &range, microseconds &took, const OperationChannel::IsReadable &isReadable);
    Result<Reply> copy(Items &items, const std::vector<QByteArray> &fields, std::size_t asked, microseconds &took);
    Result<Reply> acknowledge(const Items &items, const Seen &seen, microseconds &took,
                              const OperationChannel::IsReadable &isReadable);
    Result<Reply> decide(const Items &items, const Seen &seen, microseconds &took,
                         const OperationChannel::IsReadable &isReadable, std::unordered_set<QByteArray> &changed);
    [[nodiscard]] Outcome drop(const std::vector<QByteArray> &copies);
    [[nodiscard]] Outcome completeCopies();
    [[nodiscard]] Outcome completeBack(std::span<const ArchivedElement> rows);
    [[nodiscard]] PlanStep frame(Items items) const
    {
        return {.key = m_step.key, .keyType = m_step.keyType, .does = m_step.does, .items = std::move(items)};
    }

    QByteArray m_copies, m_mark, m_dropped;
    bool m_isBack;
};

} // namespace

Result<Reply> CrossSlotPending::deadLetter(const BatchRange &range, microseconds &took,
                                           const OperationChannel::IsReadable &isReadable)
{
    const std::span<const PlanItem> asked = itemsOf(m_step, range);
    const PlanStep look = frame({asked.begin(), asked.end()});
    BatchAnswer found;
    Result<Reply> looked = send(m_step.key, makeCall(look, {.count = asked.size(), .phase = Phase::Look}, m_escrow),
                                took, [&](const std::vector<Reply> &strings) {
                                    Result<BatchAnswer> answer =
                                        readAnswer(look, 0, strings, {}, m_channel.serverNow());
                                    found = answer ? std::move(*answer) : BatchAnswer();
                                    return answer.ok();
                                });
    if (!looked || looked->isError()) {
        return looked;
    }
    const Seen seen{asked.size() - std::size_t(found.stayed), found.stayed, found.tooMany};
    Items items;
    std::vector<QByteArray> fields;
    auto next = found.result.elements.begin(); // in the order of the items
    for (auto item = asked.begin(); item != asked.end() && next != found.result.elements.end(); ++item) {
        if (next->element == item->element) {
            items.push_back(*item);
            fields.push_back(std::move(next->given));
            ++next;
        }
    }
    if (!items.empty()) {
        if (Result<Reply> copied = copy(items, fields, seen.asked, took); !copied || copied->isError()) {
            return copied;
        }
    }
    return acknowledge(items, seen, took, isReadable);
}

/// Adds copies, and sets their ids.
Result<Reply> CrossSlotPending::copy(Items &items, const std::vector<QByteArray> &fields, std::size_t asked,
                                     microseconds &took)
{
    BatchCall call{
        &copyScript(), {m_mark, m_copies}, {"xadd", QByteArray(), decimal(copiedStrings - 1), decimal(qint64(asked))}};
    for (std::size_t i = 0; i < items.size(); ++i) {
        call.arguments.insert(call.arguments.end(), {fields[i], items[i].element, items[i].score});
    }
    Result<Reply> reply = send(m_copies, call, took, [&](const std::vector<Reply> &strings) {
        return strings.size() == beforeIds + items.size() * copiedStrings;
    });
    if (!reply || reply->isError()) {
        return reply;
    }
    std::vector<QByteArray> ids;
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i].newScore = reply->elements[beforeIds + i * copiedStrings].bytes;
        ids.push_back(items[i].newScore);
    }
    // A copy that is lost with its master would be the only one.
    const Result<bool> isSafe = isReplicated(m_mark);
    if (isSafe && *isSafe) {
        return reply;
    }
    if (Outcome back = m_channel.isUncertain() ? Outcome(Done{}) : drop(ids); !back) {
        return back.error();
    }
    return isSafe ? notReplicated(m_copies) : isSafe.error();
}

/// Sends what was decided to the source's slot; `changed` are the entries that it concerns.
Result<Reply> CrossSlotPending::decide(const Items &items, const Seen &seen, microseconds &took,
                                       const OperationChannel::IsReadable &isReadable,
                                       std::unordered_set<QByteArray> &changed)
{
    const BatchCall call =
        makeCall(frame(items), {.count = items.size(), .phase = Phase::Decided, .asked = seen.asked}, m_escrow);
    return send(m_step.key, call, took, [&](const std::vector<Reply> &strings) {
        changed = elementsIn(strings);
        constexpr qsizetype leftAt = 5, tooManyAt = 7;
        std::vector<Reply> told = strings;
        QList<QByteArray> header = told.empty() ? QList<QByteArray>() : told.front().bytes.split(' ');
        if (header.size() > leftAt) {
            header[leftAt] = decimal(seen.left);
        }
        if (header.size() > tooManyAt) {
            header[tooManyAt] = decimal(seen.tooMany);
        }
        if (!told.empty()) {
            told.front().bytes = header.join(' ');
        }
        return readAnswer(m_step, 0, told, {}, m_channel.serverNow()).ok() && (!isReadable || isReadable(told));
    });
}

/// Acknowledges the entries whose copies are there; then removes the other copies.
Result<Reply> CrossSlotPending::acknowledge(const Items &items, const Seen &seen, microseconds &took,
                                            const OperationChannel::IsReadable &isReadable)
{
    std::unordered_set<QByteArray> gone;
    Result<Reply> reply = decide(items, seen, took, isReadable, gone);
    const bool hasFailed = !reply || reply->isError();
    if (hasFailed && m_channel.isUncertain()) {
        return reply;
    }
    if (hasFailed) {
        gone.clear();
    } else {
        const Result<bool> isSafe = m_isSourceAlone ? Result<bool>(false) : isReplicated(m_escrow);
        m_losses.isUnreplicated = !isSafe || !*isSafe;
    }
    std::vector<QByteArray> others;
    for (const PlanItem &item : items) {
        if (!gone.contains(item.element)) {
            others.push_back(item.newScore);
        }
    }
    Outcome back = others.empty() ? Outcome(Done{}) : drop(others);
    if (back) {
        back = m_channel.turnTo(m_step.key);
    }
    return back ? reply : Result<Reply>(back.error());
}

Result<Reply> CrossSlotPending::giveBack(const BatchRange &range, microseconds &took,
                                         const OperationChannel::IsReadable &isReadable)
{
    const std::span<const PlanItem> asked = itemsOf(m_step, range);
    BatchCall look{&dropScript(), {m_dropped, m_copies}, {"look", decimal(mostEntryBytes)}};
    for (const PlanItem &item : asked) {
        look.arguments.push_back(item.newScore);
    }
    std::unordered_set<QByteArray> there;
    Seen seen;
    Result<Reply> looked = send(m_copies, look, took, [&](const std::vector<Reply> &strings) {
        const auto header = readHeader(strings, 1);
        seen.asked = header ? std::size_t(header->front()) : 0;
        there.clear();
        for (std::size_t i = 1; i < strings.size(); ++i) {
            there.insert(strings[i].bytes);
        }
        return header && seen.asked <= asked.size();
    });
    if (!looked || looked->isError()) {
        return looked;
    }
    seen.left = qint64(asked.size() - seen.asked);
    Items items;
    std::copy_if(asked.begin(), asked.begin() + qsizetype(seen.asked), std::back_inserter(items),
                 [&](const PlanItem &item) { return there.contains(item.newScore); });
    std::unordered_set<QByteArray> pending;
    Result<Reply> reply = decide(items, seen, took, isReadable, pending);
    if (!reply || reply->isError()) {
        return reply;
    }
    std::vector<QByteArray> copies;
    for (const PlanItem &item : items) {
        if (pending.contains(item.element)) {
            copies.push_back(item.newScore);
        }
    }
    if (copies.empty()) {
        return reply;
    }
    // An entry that is pending on a master alone would be in neither key if that failed.
    const Result<bool> isSafe = isReplicated(m_escrow);
    if (!isSafe || !*isSafe) {
        m_channel.leaveToRecovery();
        return isSafe ? Error{ErrorKind::NotNow,
                              Words::tr("no replica of the node with %1 has followed within a second; what is pending "
                                        "again stays in %2 until the operation is recovered")
                                  .arg(printable(m_step.key, 200), printable(m_copies, 200))}
                      : isSafe.error();
    }
    Outcome dropped = drop(copies);
    if (dropped) {
        dropped = m_channel.turnTo(m_step.key);
    }
    return dropped ? reply : Result<Reply>(dropped.error());
}

/// Removes copies, and their mark: no recovery lets originals go after that.
Outcome CrossSlotPending::drop(const std::vector<QByteArray> &copies)
{
    BatchCall call{&dropScript(), {m_dropped, m_copies}, {"drop", "0"}};
    if (!m_isBack) {
        call.keys.push_back(m_mark);
    }
    call.arguments.insert(call.arguments.end(), copies.begin(), copies.end());
    microseconds took{};
    const Result<Reply> reply = send(m_copies, call, took, [](const std::vector<Reply> &strings) {
        return !strings.empty() && (strings.size() - 1) % droppedStrings == 0;
    });
    if (!reply || reply->isError()) {
        m_channel.leaveToRecovery();
        return reply ? scriptError(*reply, call.keys, m_copies) : reply.error();
    }
    const std::vector<Reply> &strings = reply->elements;
    auto others = qint64(copies.size());
    for (std::size_t i = 1; i + droppedStrings <= strings.size(); i += droppedStrings) {
        m_losses.isLagUnknown = m_losses.isLagUnknown || strings[i + 1].bytes == "lag";
        const bool mayBeAtWork = !m_isBack && strings[i + 2].bytes == "read";
        others -= mayBeAtWork ? 0 : 1;
    }
    m_losses.twice += others;
    return Done{};
}

Outcome CrossSlotPending::completeCopies()
{
    const Result<std::vector<Reply>> held = read(m_mark);
    if (!held) {
        return held.error();
    }
    if (held->size() < beforeIds) {
        return Done{};
    }
    const Result<bool> isSafe = isReplicated(m_mark);
    if (!isSafe || !*isSafe) {
        return isSafe ? notReplicated(m_copies) : isSafe.error();
    }
    Items items;
    for (std::size_t i = beforeIds; i + copiedStrings <= held->size(); i += copiedStrings) {
        PlanItem &item = items.emplace_back();
        item.newScore = (*held)[i].bytes;
        item.element = (*held)[i + 1].bytes;
        item.score = (*held)[i + 2].bytes;
    }
    microseconds took{};
    const Result<Reply> reply = acknowledge(items, {.asked = (*held)[1].bytes.toULongLong()}, took, {});
    if (!reply) {
        return reply.error();
    }
    return reply->isError() ? Outcome(scriptError(*reply, {m_escrow, m_step.key}, m_step.key)) : Outcome(Done{});
}

Outcome CrossSlotPending::completeBack(std::span<const ArchivedElement> rows)
{
    const Result<std::vector<Reply>> held = read(m_escrow);
    if (!held) {
        return held.error();
    }
    const std::unordered_set<QByteArray> pending = elementsIn(*held); // none where a fence is there
    std::vector<QByteArray> copies;
    for (const ArchivedElement &row : rows) {
        if (pending.contains(row.element)) {
            copies.push_back(row.given);
        }
    }
    if (copies.empty()) {
        return Done{};
    }
    const Result<bool> isSafe = isReplicated(m_escrow);
    if (!isSafe || !*isSafe) {
        return isSafe ? notReplicated(m_step.key) : isSafe.error();
    }
    return drop(copies);
}

std::unique_ptr<CrossSlotBatch> crossSlotPending(OperationChannel &channel, const PlanStep &step,
                                                 const QString &operation, int batch)
{
    return std::make_unique<CrossSlotPending>(channel, step, operation, batch);
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/batch/channel.h"

#include <QStringList>

#include <chrono>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Keys that a batch may leave on the server until its result is recorded: its escrow, and marks at other slots.
std::vector<QByteArray> keysLeft(const PlanStep &step, const QString &operation, int batch);
/// True if a target of the step is in another slot than its key; else only job records may be.
bool hasTargetsElsewhere(const PlanStep &step);
/// True if a move between slots adds copies before originals leave, because all its keys are lists.
bool copiesFirst(const PlanStep &step);

/// Losses of the batches of a step, for the user.
struct CrossSlotLosses {
    qint64 twice = 0; ///< elements that others took while their copies were taken too
    qint64 uncounted = 0; ///< jobs that moved without an attempt more
    bool isUnreplicated = false; ///< originals left, and no replica knows it yet

    void operator+=(const CrossSlotLosses &other);
    [[nodiscard]] QStringList notes(const PlanStep &step) const;
};

/// One batch of a move whose keys are in several slots of a cluster, where a script may use keys of one slot only
/// (cluster specification, "Key distribution model"):
///   1. the job records are judged, each in its own slot (record.lua);
///   2. the source is looked at: which items are still as shown;
///   3. between lists, copies of those are added to the targets (copy.lua), and a replica there has them;
///   4. the originals leave (move.lua, take.lua), with the batch's escrow, which is in the source's slot;
///   5. between lists, copies whose originals did not leave are taken back (copy_back.lua); else what left is added to
///      the targets (restore.lua), and a replica there has it;
///   6. attempts are counted in the records of those that left (record.lua): between lists before 5.
/// Nothing is lost: between lists, originals leave last; else the escrow holds what left until the targets have it. A
/// set or sorted set has no two of the same: an original would not be told from one that a worker adds again while its
/// copy is at work. Recovery completes a batch that was cut off. Each step may be sent again without effect. Lives on
/// the channel's thread.
class CrossSlotBatch final {
public:
    /// `step`: a MoveStep. All references outlive this object.
    CrossSlotBatch(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch);

    /// Does not wait for a replica of the source any more.
    void setSourceAlone(bool isAlone) { m_isSourceAlone = isAlone; }
    /// Returns the answer of the script in 4, or of one that refused before. `took`: the longest time that a script
    /// held a server.
    Result<Reply> run(const BatchRange &range, std::chrono::microseconds &took,
                      const OperationChannel::IsReadable &isReadable);
    /// Recovery: completes the batch as far as it came, once no request of the process that died can arrive any more.
    /// `rows`: of an undo, what it may have put back.
    [[nodiscard]] Outcome complete(std::span<const ArchivedElement> rows);
    [[nodiscard]] const CrossSlotLosses &losses() const { return m_losses; }

private:
    /// A target in another slot.
    struct Target {
        PlanTarget to;
        char outcome; ///< outcome of the items that go there
        QByteArray mark; ///< mark of the elements added there
        std::vector<Reply> held{}; ///< content of the mark of copies; empty: there are none
    };
    /// An item as it is to leave, and its record.
    struct Leaving {
        PlanItem item{}; ///< its fields as BatchRange::Phase::Decided has them
        QByteArray copy{}, score{}; ///< bytes and score at the target
        QByteArray record{}, set{}; ///< key of the record, empty if its attempts are not counted; attempts to set there

        [[nodiscard]] char outcome() const { return item.attemptsLeft.isEmpty() ? '\0' : item.attemptsLeft.front(); }
    };
    /// Result of record.lua for an item.
    struct Judged {
        enum class Record { NotAsked, None, Unreadable, Read };
        Record record = Record::NotAsked;
        bool isLeft = true, isUsedUp = false;
        QByteArray attempts{}, start{};
    };
    using Items = std::vector<Leaving>;

    [[nodiscard]] PlanStep frame(bool withTargets) const;
    Result<std::vector<Judged>> judge(std::span<const PlanItem> items);
    Result<std::vector<Reply>> ask(const Script &script, const std::vector<std::vector<QByteArray>> &questions,
                                   const QByteArray &parameters);
    [[nodiscard]] Leaving leaving(const PlanItem &item, const Judged &judged, const ArchivedElement *seen) const;
    Result<Reply> runTogether(const BatchRange &range, const Items &items, std::chrono::microseconds &took,
                              const OperationChannel::IsReadable &isReadable);
    [[nodiscard]] Outcome leaveOutExisting(Items &items);
    Result<Reply> copy(Target &target, const Items &items, const QByteArray &parameters,
                       std::chrono::microseconds &took);
    Result<Reply> leave(const QByteArray &parameters, Items &items, Items &stayed, std::chrono::microseconds &took,
                        const OperationChannel::IsReadable &isReadable);
    Result<Reply> leaveAfterCopies(const QByteArray &parameters, Items others, std::chrono::microseconds &took,
                                   const OperationChannel::IsReadable &isReadable);
    [[nodiscard]] Outcome add(const Items &items, std::chrono::microseconds &took);
    Result<Reply> askToAdd(const Target &target, std::chrono::microseconds &took);
    [[nodiscard]] Outcome takePartBack(const Target &target, std::span<const Leaving> part, const char *how,
                                       std::size_t before, std::size_t after);
    [[nodiscard]] Outcome takeBack(Target &target, const Items &stayed);
    [[nodiscard]] Outcome takeAllBack();
    [[nodiscard]] Outcome completeCopies();
    [[nodiscard]] Outcome completeAdding(std::span<const ArchivedElement> rows);
    [[nodiscard]] static Error notReplicated(const Target &target);
    void count(const Items &left);
    Result<bool> isReplicated(const QByteArray &key);
    [[nodiscard]] const std::optional<PlanTarget> &targetOf(char outcome) const
    {
        return outcome == 'd' ? m_move.dead : m_move.target;
    }
    [[nodiscard]] static Items itemsIn(const Target &target);
    Result<std::vector<Reply>> read(const QByteArray &key);
    Result<Reply> send(const QByteArray &key, const BatchCall &call, std::chrono::microseconds &took,
                       const OperationChannel::IsReadable &isReadable = {});

    OperationChannel &m_channel;
    const PlanStep &m_step;
    const MoveStep &m_move;
    QByteArray m_escrow;
    std::vector<Target> m_targets; ///< empty: all keys but the records are in one slot
    JobReader m_reader;
    QByteArray m_recordParameters;
    CrossSlotLosses m_losses;
    bool m_isSourceAlone = false;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/channel.h"

#include <QStringList>

#include <chrono>
#include <memory>
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
    qint64 refused = 0; ///< entries whose key the server did not let go
    QString refusal{}; ///< why
    std::vector<QByteArray> apart{}; ///< escrows of removed keys that could not come back with their postponed entry
    qint64 alone = 0; ///< removed keys that came back, and whose entries others had removed
    bool isUnreplicated = false; ///< originals left, and no replica knows it yet

    void operator+=(const CrossSlotLosses &other);
    [[nodiscard]] QStringList notes(const PlanStep &step) const;
};

/// A batch whose keys are in several slots of a cluster, where a script may use keys of one slot only (cluster
/// specification, "Key distribution model"). Recovery completes one that was cut off, and each of its requests may be
/// sent again without effect. Lives on the channel's thread.
class CrossSlotBatch {
public:
    virtual ~CrossSlotBatch() = default;
    Q_DISABLE_COPY_MOVE(CrossSlotBatch)

    /// Does not wait for a replica of the source any more.
    void setSourceAlone(bool isAlone) { m_isSourceAlone = isAlone; }
    /// Returns the answer of the script that changes the step's key, or of one that refused before. `took`: the longest
    /// time that a script held a server.
    virtual Result<Reply> run(const BatchRange &range, std::chrono::microseconds &took,
                              const OperationChannel::IsReadable &isReadable) = 0;
    /// Recovery: completes the batch as far as it came, once no request of the process that died can arrive any more.
    /// `rows`: of an undo, what it may have put back.
    [[nodiscard]] virtual Outcome complete(std::span<const ArchivedElement> rows) = 0;
    [[nodiscard]] const CrossSlotLosses &losses() const { return m_losses; }

protected:
    CrossSlotBatch(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch);

    /// Reads an escrow or a mark; empty if there is none.
    Result<std::vector<Reply>> read(const QByteArray &key);
    /// Runs a script that may be repeated, for each question: a number of keys, the keys and arguments. `parameters`
    /// come before the arguments. Each runs where its keys are; one that was not answered stays Unanswered.
    Result<std::vector<Reply>> ask(const Script &script, const std::vector<std::vector<QByteArray>> &questions,
                                   const QByteArray &parameters);
    Result<Reply> send(const QByteArray &key, const BatchCall &call, std::chrono::microseconds &took,
                       const OperationChannel::IsReadable &isReadable = {});
    /// True if a replica of the node has what was written last, with `key`; waits for it at most a second. A node
    /// without replicas, or one that this user may not ask, says nothing. Fails if it is unknown, and if the node came
    /// back without its data, or without `key` although that was written (`isThere`).
    Result<bool> isReplicated(const QByteArray &key, bool isThere);

    OperationChannel &m_channel;
    const PlanStep &m_step;
    QByteArray m_escrow;
    CrossSlotLosses m_losses;
    bool m_isSourceAlone = false;
};

/// Part of a batch of a clean-up: what it is about to do (keep.lua).
inline constexpr const char *listPart = "list";

/// The batch of a step that crosses slots. All references outlive it.
std::unique_ptr<CrossSlotBatch> crossSlotBatch(OperationChannel &channel, const PlanStep &step,
                                               const QString &operation, int batch);
std::unique_ptr<CrossSlotBatch> crossSlotMove(OperationChannel &channel, const PlanStep &step, const QString &operation,
                                              int batch);
std::unique_ptr<CrossSlotBatch> crossSlotCleaning(OperationChannel &channel, const PlanStep &step,
                                                  const QString &operation, int batch);

} // namespace plimsoll::redis

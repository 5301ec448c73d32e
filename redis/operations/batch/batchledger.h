// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/crossslot.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

#include <set>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

class EscrowReader;

/// Completes the record of one operation that was left open, from the escrows of its batches. Lives on the thread of
/// the journal and the channel.
class BatchLedger {
public:
    BatchLedger(const OpenOperation &open, Journal &journal, OperationChannel &channel, const std::stop_token &stop)
        : m_open(open), m_journal(journal), m_channel(channel), m_stop(stop), m_report(open.report),
          m_step(open.steps[static_cast<std::size_t>(open.nextStep)])
    {
    }

    /// Archives and releases the escrows that exist; determines which batches are missing.
    Outcome complete();

    [[nodiscard]] const OperationReport &report() const { return m_report; }
    [[nodiscard]] const CrossSlotLosses &losses() const { return m_losses; }
    /// Elements of batches that ran but left no readable escrow.
    [[nodiscard]] qint64 lost() const { return m_lost; }
    /// Elements of the last batch if it is unknown whether it ran.
    [[nodiscard]] qint64 unsure() const { return m_unsure; }

private:
    [[nodiscard]] QByteArray keyOf(int batch) const { return escrowKey(m_step.key, m_open.report.id, batch); }
    [[nodiscard]] Outcome completeCrossing(int batch);
    [[nodiscard]] qint64 askedOf(int batch) const;
    Result<std::vector<int>> present(int last);
    [[nodiscard]] Outcome renew(const std::vector<int> &batches);
    [[nodiscard]] Outcome settle(int batch);
    [[nodiscard]] Outcome settleParts(int batch, EscrowReader &reader, const std::vector<Reply> &before, qint64 width);
    [[nodiscard]] Outcome commit(int batch, const BatchResult &result);
    [[nodiscard]] Outcome miss(int batch);
    [[nodiscard]] Outcome passUnread(int batch);
    [[nodiscard]] Error foreign(int batch) const;
    Result<bool> ranMeanwhile(int batch);
    [[nodiscard]] Outcome waitUntilQuiet();
    [[nodiscard]] Outcome waitUntil(std::chrono::milliseconds time);
    Result<bool> mayBeGone();
    [[nodiscard]] BatchResult reduced(BatchResult result);

    const OpenOperation &m_open;
    Journal &m_journal;
    OperationChannel &m_channel;
    const std::stop_token &m_stop;
    OperationReport m_report;
    const PlanStep &m_step;
    std::set<int> m_foreign; ///< batches whose escrow key is not a list
    std::vector<ArchivedElement> m_rows; ///< undo: rows the batches may have restored
    std::chrono::milliseconds m_voidAt{};
    CrossSlotLosses m_losses;
    qint64 m_lost = m_open.lost, m_unsure = 0;
};

} // namespace plimsoll::redis

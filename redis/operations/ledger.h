// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/channel.h"
#include "redis/operations/journal.h"

#include <chrono>
#include <vector>

namespace plimsoll::redis {

/// The account of one operation while it runs: results wait here, safe in their escrows, until a group of them is
/// committed to the journal in one transaction (a commit costs a write to the disk, milliseconds), and only then are
/// their escrows let go. Lives on the runner's thread.
class Ledger final {
public:
    /// `journal` null: nothing is kept, escrows go at once. `dispensable`: so it goes on, too, when the journal fails.
    Ledger(Journal *journal, bool dispensable, OperationChannel &channel, OperationReport &report);

    /// Before the first batch of a step, and for undo before every group of rows: what the next batches are about.
    Outcome expect(int step, const std::vector<qint64> &rows);
    [[nodiscard]] bool expects(int step) const { return m_step == step; }
    /// The next batch's number, unique in the operation.
    [[nodiscard]] int batch() const { return m_batch; }
    /// Before the next batch is sent: how many elements it is asked to touch.
    Outcome sending(qint64 elements);
    /// From now on the order of a list is another for a while: what recovery says of it should this process end.
    Outcome arranging(const QString &note);
    /// It is no longer: what the report says of it stands.
    Outcome arranged();
    /// A batch has happened. Commits when enough is waiting.
    Outcome add(BatchResult result, const QByteArray &escrow);
    Outcome commit();
    /// Whether results wait that could not be committed.
    [[nodiscard]] bool isWaiting() const { return !m_results.empty(); }

private:
    /// An outcome of the journal, or none when it failed and can be done without.
    Outcome orWithout(Outcome outcome);

    Journal *m_journal;
    bool m_dispensable;
    OperationChannel &m_channel;
    OperationReport &m_report;
    int m_batch = 0;
    int m_step = -1;
    bool m_isArranging = false;
    std::vector<BatchResult> m_results;
    std::vector<QByteArray> m_escrows;
    std::size_t m_elements = 0;
    qint64 m_bytes = 0;
    std::chrono::steady_clock::time_point m_committedAt = std::chrono::steady_clock::now();
};

/// Adds what a batch did to the report.
void addTo(OperationReport &report, const BatchResult &result);
/// What the step has in common with another is not counted a second time.
void countOnce(const PlanStep &step, BatchResult &result);
/// Undo: what came back leaves the archive instead of entering it; takes those rows off `rows`, which are in the order
/// in which they were asked for.
void takeRestored(BatchResult &result, std::vector<ArchivedElement> &rows);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"

#include <chrono>
#include <vector>

namespace plimsoll::redis {

/// Record of one operation while it runs: results are collected, safe in their escrows, and committed to the journal in
/// one transaction (a commit writes to disk, which takes milliseconds). Only then are the escrows released. Lives on
/// the runner's thread.
class Ledger final {
public:
    /// `journal` null: nothing is kept, escrows are released at once. `dispensable`: also if the journal fails.
    Ledger(Journal *journal, bool dispensable, OperationChannel &channel, OperationReport &report);

    /// Called before the first batch of a step, and for undo before every group of rows, with the rows of the next
    /// batches.
    Outcome expect(int step, const std::vector<qint64> &rows);
    [[nodiscard]] bool expects(int step) const { return m_step == step; }
    /// Number of the next batch, unique in the operation.
    [[nodiscard]] int batch() const { return m_batch; }
    /// Called before the next batch is sent, with its number of elements.
    Outcome sending(qint64 elements);
    /// The order of a list is about to change temporarily; recovery reports `note` if the process ends meanwhile.
    Outcome arranging(const QString &note);
    /// The order is final; the report's own notes apply.
    Outcome arranged();
    /// Adds the result of a batch; commits once enough are collected, and then releases the keys `escrows`.
    Outcome add(BatchResult result, const std::vector<QByteArray> &escrows);
    Outcome commit();
    /// True if results could not be committed.
    [[nodiscard]] bool isWaiting() const { return !m_results.empty(); }

private:
    /// Returns the journal's outcome; success if it failed but is dispensable.
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
/// Drops counts of elements that the step shares with another, so that they count once.
void countOnce(const PlanStep &step, BatchResult &result);
/// Undo: removes restored elements from the archive instead of adding them, and takes their rows off `rows`, which are
/// in request order.
void takeRestored(BatchResult &result, std::vector<ArchivedElement> &rows);

} // namespace plimsoll::redis

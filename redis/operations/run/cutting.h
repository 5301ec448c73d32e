// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/batchbudget.h"

#include <chrono>
#include <optional>

namespace plimsoll::redis {

/// Batches of one cut: their sizes, and when all previewed elements have left the end. Other clients may take from that
/// end and add to the other one meanwhile. Value; sends no requests.
class Cutting final {
public:
    /// `step` is one of the cuts and outlives this.
    Cutting(const PlanStep &step, bool archive, std::chrono::microseconds target);

    /// Range of the next batch; nullopt at the end.
    [[nodiscard]] std::optional<BatchRange> next() const;
    /// Returns the batch's budget and its work.
    BatchTrace learn(const BatchAnswer &answer, std::chrono::microseconds took);

    /// Number of elements to remove that other clients removed first. Known at the end.
    [[nodiscard]] qint64 taken() const;
    /// Reason for ending early, with the progress; empty if it did not.
    [[nodiscard]] const QString &unfinished() const { return m_unfinished; }
    /// Note for the user about a completed cut; usually empty.
    [[nodiscard]] QString note() const;

private:
    void lookFor(const CutAnswer &cut);
    void lookOnForTheMark();
    void end(const QString &why);

    QByteArray m_key;
    const CutAmount &m_amount;
    const CutListStep *m_list; ///< null for a sorted set
    bool m_archive;
    BatchBudget m_budget;
    CutAnswer m_last;
    qint64 m_removed = 0;
    std::size_t m_known = 0; ///< index in CutListStep::known
    std::optional<qint64> m_searchedFrom; ///< first position searched, while the mark is not found
    int m_looked = 0; ///< consecutive times that the end had moved
    bool m_ended = false;
    QString m_unfinished;
};

} // namespace plimsoll::redis

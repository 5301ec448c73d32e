// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"
#include "redis/operations/batchbudget.h"

#include <chrono>
#include <optional>

namespace plimsoll::redis {

/// The batches of one cut: how large each may be, and when what was shown has gone from its end. Others may take from
/// that end and add to the other one meanwhile. Value; asks nobody.
class Cutting final {
public:
    /// `step` is one of the cuts and outlives this.
    Cutting(const PlanStep &step, bool archive, std::chrono::microseconds target);

    /// What the next batch is given; nothing when there is nothing more to do.
    [[nodiscard]] std::optional<BatchRange> next() const;
    /// Returns what the batch was allowed and what it did.
    BatchTrace learn(const BatchAnswer &answer, std::chrono::microseconds took);

    /// Of what was to go, how many others were faster with. Known at the end.
    [[nodiscard]] qint64 taken() const;
    /// Why it ended before all had gone, and how far it is; empty when it did not.
    [[nodiscard]] const QString &unfinished() const { return m_unfinished; }
    /// What a person should know of a cut that has done what it was to do; mostly nothing.
    [[nodiscard]] QString note() const;

private:
    void lookFor(const CutAnswer &cut);
    void lookOnForTheMark();
    void end(const QString &why);

    QByteArray m_key;
    const CutAmount &m_amount;
    const CutListStep *m_list; ///< null: of a sorted set
    bool m_archive;
    BatchBudget m_budget;
    CutAnswer m_last;
    qint64 m_removed = 0;
    std::size_t m_known = 0; ///< where in CutListStep::known
    std::optional<qint64> m_searchedFrom; ///< where the mark was looked for first, while it is not found
    int m_looked = 0; ///< times in a row that the end was not where it had been
    bool m_ended = false;
    QString m_unfinished;
};

} // namespace plimsoll::redis

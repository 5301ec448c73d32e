// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batchbudget.h"
#include "redis/operations/batch/crossslot.h"
#include "redis/operations/batch/ledger.h"
#include "redis/operations/lists/listorigins.h"
#include "redis/operations/lists/listpass.h"
#include "redis/operations/run/runner.h"

namespace plimsoll::redis {

/// Result of one attempt to take an item from its list.
enum class Tried : char { Not, InVain, Taken };

/// One run of a plan, step after step; used by Runner alone.
class Run final {
public:
    Run(const Plan &plan, const Journal *journal, OperationChannel &channel, Ledger &ledger, OperationReport &report,
        const RunnerOptions &options, std::stop_token stop)
        : m_plan(plan), m_journal(journal), m_channel(channel), m_ledger(ledger), m_report(report), m_options(options),
          m_stop(std::move(stop)), m_planned(plan.matched()), m_budget({.target = options.batchTarget})
    {
    }

    /// Reasons, other than errors, why not everything was examined.
    [[nodiscard]] const QStringList &unfinished() const { return m_unfinished; }

    /// Runs all steps until one fails.
    [[nodiscard]] Outcome all();

private:
    [[nodiscard]] Outcome step(int index)
    {
        const PlanStep &step = m_plan.steps[static_cast<std::size_t>(index)];
        beginBudget(step);
        return step.archived ? parts(step, index) : whole(step, index);
    }

    [[nodiscard]] Outcome parts(const PlanStep &step, int index);
    [[nodiscard]] Outcome whole(const PlanStep &step, int index)
    {
        return step.cut() != nullptr ? cut(step, index)
            : step.takesFromList()   ? takeFromList(step, index)
                                     : items(step, index);
    }
    [[nodiscard]] Outcome items(const PlanStep &step, int index);
    [[nodiscard]] Outcome takeFromList(const PlanStep &step, int index);
    struct Waiting;
    [[nodiscard]] Outcome takeSought(Waiting &waiting, int index, ListOrigins &origins);
    [[nodiscard]] Outcome takeAtEnd(const PlanStep &step, int index, bool left, std::vector<Tried> &tried,
                                    std::optional<qint64> others = std::nullopt);
    [[nodiscard]] Outcome takeEach(const PlanStep &step, int index, const std::vector<qint64> &places,
                                   const ListPass &pass, std::vector<Tried> &tried);
    [[nodiscard]] Outcome takeGathered(const PlanStep &step, int index, ListPass &pass, std::vector<Tried> &tried,
                                       bool &isLost);
    [[nodiscard]] Outcome askBeforeGathering(const PlanStep &step, int index, bool left);
    void putBack(const Waiting &waiting, const ListOrigins &origins, const Outcome &done);
    [[nodiscard]] Outcome cut(const PlanStep &step, int index);
    Result<BatchAnswer> batch(const PlanStep &step, int index, const BatchRange &range,
                              std::chrono::microseconds &took);
    void beginBudget(const PlanStep &step);
    Result<std::size_t> fitting(const PlanStep &step, int index, std::size_t first);
    [[nodiscard]] Outcome weigh(const PlanStep &step, std::size_t first);
    [[nodiscard]] Outcome weighKeys(const PlanStep &step, std::size_t first);
    Result<BatchAnswer> budgeted(const PlanStep &step, int index, const BatchRange &range);
    [[nodiscard]] Outcome expect(const PlanStep &step, int index, std::size_t first);
    void noteExpiry(const PlanStep &step);
    void tell();

    const Plan &m_plan;
    const Journal *m_journal; ///< source of the elements that an undo puts back
    OperationChannel &m_channel;
    Ledger &m_ledger;
    OperationReport &m_report;
    const RunnerOptions &m_options;
    std::stop_token m_stop;
    qint64 m_planned;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
    QStringList m_unfinished;
    qint64 m_stayed = 0; ///< this step: elements left because of their key, or because their state is unknown
    qint64 m_tooMany = 0; ///< this step: entries left because they have too many fields
    std::size_t m_notedUntil = 0; ///< undo: rows before this item are noted in the journal
    CrossSlotLosses m_losses; ///< this step
    BatchBudget m_budget;
    std::vector<qint64> m_weights; ///< bytes of the items from m_weighedFrom on, with their job records
    std::size_t m_weighedFrom = 0;
    bool m_mayGather = false; ///< this step: the server permits arranging
};

} // namespace plimsoll::redis

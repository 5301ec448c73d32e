// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"
#include "redis/wire/client.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace plimsoll::redis {

struct RunnerOptions {
    std::chrono::microseconds batchTarget{2'500}; ///< server time of one batch; half of what is promised
    std::chrono::milliseconds reconnectFor{30'000}; ///< how long a lost connection is sought in mid-operation
    /// Called after every batch, on the runner's thread.
    std::function<void(const OperationProgress &)> progress;
};

/// What the server says it is (INFO), to know it again.
Result<ServerIdentity> readIdentity(Client &client);

/// Runs plans: batch after batch, each one atomic script, its escrow archived and then let go. Blocking; lives on one
/// thread with its client and journal. A lost connection is sought again and the batch in question asked for, which
/// is safe because a batch runs once (prelude.lua).
class Runner final {
public:
    /// `journal` null: nothing is archived, nothing can be undone.
    Runner(Client &client, Journal *journal, RunnerOptions options = {});

    /// Everything that went wrong is in the report.
    OperationReport run(const Plan &plan, const std::stop_token &stop = {});

    /// Finishes what a crash left of an operation: archives the escrow of the batch in question, if it ran, and closes
    /// the journal's line as partial. Nothing new is moved or removed.
    Result<OperationReport> recover(const OpenOperation &open);

private:
    struct Progress;
    [[nodiscard]] Outcome runStep(const Plan &plan, int stepIndex, Progress &progress);
    [[nodiscard]] Outcome runItems(const Plan &plan, int stepIndex, Progress &progress);
    [[nodiscard]] Outcome runCut(const Plan &plan, int stepIndex, Progress &progress);
    [[nodiscard]] Outcome runSparse(const Plan &plan, int stepIndex, Progress &progress);
    Result<BatchAnswer> runBatch(const Plan &plan, int stepIndex, const BatchRange &range, Progress &progress);
    [[nodiscard]] Outcome settleBatch(const OpenOperation &open, Progress &progress);
    Result<Reply> send(const BatchCall &call, Progress &progress);
    [[nodiscard]] Outcome reconnect(Progress &progress);
    [[nodiscard]] Outcome synchroniseClock();
    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    void letGo(const QByteArray &escrow, Progress &progress);

    Client &m_client;
    Journal *m_journal;
    RunnerOptions m_options;
    ServerIdentity m_identity;
    std::chrono::milliseconds m_serverTime{};
    std::chrono::steady_clock::time_point m_serverTimeAt;
    std::chrono::microseconds m_roundTrip{};
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"
#include "redis/operations/batchbudget.h"
#include "redis/operations/journal.h"
#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace plimsoll::redis {

struct RunnerOptions {
    std::chrono::microseconds batchTarget = batchTime;
    std::chrono::milliseconds reconnectFor{30'000}; ///< how long a lost connection is sought in mid-operation
    Retention retention; ///< how long archives are kept
    /// Called after every batch, on the runner's thread.
    std::function<void(const OperationProgress &)> progress;
    /// Called after every batch whose size is learnt from the batches before it, on the runner's thread.
    std::function<void(const BatchTrace &)> traced;
};

/// Runs plans: batch after batch, each one atomic script, its escrow archived and then let go. Blocking; lives on one
/// thread with its server and journal.
class Runner final {
public:
    /// `journal` null: nothing is archived, nothing can be undone.
    Runner(Server &server, Journal *journal, RunnerOptions options = {});

    /// Everything that went wrong is in the report.
    OperationReport run(const Plan &plan, const std::stop_token &stop = {});

    /// Finishes what a crash left of an operation: archives the escrows of batches that ran without being recorded,
    /// and closes the journal's line as partial. Nothing new is moved or removed. Cancelled within 50 ms of the stop;
    /// what is not recorded then stays where it is, and the line open.
    Result<OperationReport> recover(const OpenOperation &open, const std::stop_token &stop = {});

    /// recover() for all that is open or was given up and ran on this server.
    struct Recovered {
        std::vector<OperationReport> completed;
        std::vector<OperationReport> left; ///< still open, of this server or this address, with why in `error`
    };
    Result<Recovered> recoverAll(const std::stop_token &stop = {});

    /// Closes an operation whose server cannot be asked any more, as far as it is recorded; `why` goes into its line.
    /// Its archive stays, and should the server come back, recover() still completes the account. No connection.
    static Result<OperationReport> giveUp(Journal &journal, const QString &operation, const QString &why);

private:
    Result<OperationReport> account(const OpenOperation &open, const std::stop_token &stop);

    Server &m_server;
    Journal *m_journal;
    RunnerOptions m_options;
};

} // namespace plimsoll::redis

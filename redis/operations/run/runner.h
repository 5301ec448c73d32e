// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/batchbudget.h"
#include "redis/operations/journal/journal.h"
#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace plimsoll::redis {

struct RunnerOptions {
    std::chrono::microseconds batchTarget = batchTime;
    std::chrono::milliseconds reconnectFor{30'000}; ///< time limit for reconnecting during an operation
    Retention retention; ///< limits of the archive
    /// Called after every batch, on the runner's thread.
    std::function<void(const OperationProgress &)> progress;
    /// Called after every batch whose size is adapted to earlier ones, on the runner's thread.
    std::function<void(const BatchTrace &)> traced;
};

/// Runs plans: each batch is one atomic script, whose escrow is archived and then released. Blocking; lives on one
/// thread with its server and journal.
class Runner final {
public:
    /// `journal` null: nothing is archived, nothing can be undone.
    Runner(Server &server, Journal *journal, RunnerOptions options = {});

    /// Errors are in the report.
    OperationReport run(const Plan &plan, const std::stop_token &stop = {});

    /// Completes an operation after a crash: archives the escrows of batches that ran without being recorded, and
    /// closes its journal entry as partial. Moves and removes nothing else. A stop cancels within 50 ms; unrecorded
    /// escrows and the open entry then stay.
    Result<OperationReport> recover(const OpenOperation &open, const std::stop_token &stop = {});

    /// Calls recover() for all operations on this server that are open or were given up.
    struct Recovered {
        std::vector<OperationReport> completed;
        std::vector<OperationReport> left; ///< still open, on this server or address; reason in `error`
    };
    Result<Recovered> recoverAll(const std::stop_token &stop = {});

    /// Closes an operation whose server cannot be reached, with its committed results; `why` goes into its entry. The
    /// archive stays; if the server comes back, recover() can still complete it. Needs no connection.
    static Result<OperationReport> giveUp(Journal &journal, const QString &operation, const QString &why);

private:
    Result<OperationReport> completeRecord(const OpenOperation &open, const std::stop_token &stop);

    Server &m_server;
    Journal *m_journal;
    RunnerOptions m_options;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/readcommands.h"
#include "redis/poll/changedrows.h"
#include "redis/poll/heads.h"
#include "redis/poll/pollplan.h"
#include "redis/poll/searchturns.h"
#include "redis/poll/snapshotmaker.h"
#include "redis/topology/server.h"

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

namespace plimsoll::redis {

struct PollOptions {
    quint64 epoch = 0;
    /// Maximum number of commands for heads in one tick; the rest waits for the next (0: unlimited, so that a one-shot
    /// snapshot has everything in the first tick).
    int headBudget = 1000;
    bool isOnly = false; ///< single tick: a figure that takes several polls is unknown
    std::chrono::milliseconds headInterval{5'000}; ///< maximum age of a head while its collection is not on screen
};

/// Polls one workspace on one server with blocking calls; shared by the poller's thread and the command line. Lives on
/// one thread. Keeps the data that figures need over time (growth, observed ages).
class PollSession final {
public:
    /// Connects read-only.
    PollSession(WorkspacePtr workspace, const Endpoint &endpoint, PollOptions options);
    PollSession(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options);
    ~PollSession() = default;
    Q_DISABLE_COPY_MOVE(PollSession)

    /// Runs one tick: connects if necessary, then exchanges one pipeline with all counts and the due heads (job records
    /// of new heads follow in a second one). Fails as a whole only if no node of the server answers; errors of single
    /// collections, and of those on a lost node, are in the snapshot.
    Result<SnapshotPtr> tick(const std::stop_token &stop = {});

    /// Call after a first tick that read everything (headBudget 0): later ticks use the default budget.
    void goOn() { m_options.headBudget = PollOptions{}.headBudget; }
    /// Switches to the edited workspace on the same server: collections read as before keep their observations.
    void edit(WorkspacePtr workspace, quint64 epoch);
    /// Sets the collections on screen: their heads are read at every tick.
    void setShown(std::set<std::size_t> collections) { m_heads.setShown(std::move(collections)); }
    /// Sets the keys that a running operation of ours changes: their changes are no growth. Empty: it has ended.
    void setOperating(std::set<QByteArray> keys) { m_maker.operatedKeys().set(std::move(keys)); }
    /// Call when an operation ended without changes.
    void operatedInVain() { m_maker.operatedKeys().setUnchanged(); }
    [[nodiscard]] bool isConnected() const { return m_server->isConnected(); }
    /// Returns the commands by which the figures of a collection are read; none before the first tick.
    [[nodiscard]] Commands commandsOf(std::size_t row) const;

private:
    using Failure = std::optional<Error>;

    /// Collection that is not complete after its counts: its head follows, or its types changed.
    struct Open {
        std::size_t row = 0;
        bool head = false;
        int replies = 0; ///< number of its replies in the current exchange
        Reading reading;
    };

    Failure connect(const std::stop_token &stop);
    [[nodiscard]] Failure whyNotWatched(const Node &node) const;
    Failure learnNodes(const std::stop_token &stop);
    Failure exchange(const Pipeline &pipeline, std::vector<Reply> &replies, const std::stop_token &stop,
                     const ReplySink &sink = {});
    /// Updates the keys to the server's time and reads the types of new ones.
    Failure expand(const std::stop_token &stop);
    Failure learnTypes(const std::vector<std::size_t> &rows, const std::stop_token &stop);
    Failure search(const std::stop_token &stop);
    [[nodiscard]] std::vector<std::size_t> chooseHeadRows();
    Failure hearChanges(const std::stop_token &stop);
    void chooseRows(bool areAll, std::chrono::milliseconds now);
    void appendEdges(Pipeline &pipeline, std::span<const std::size_t> rows, std::chrono::milliseconds now);
    void noteKeysOfHead(std::size_t row, const Pipeline &pipeline, int firstCommand);
    [[nodiscard]] bool mayRest(std::size_t row) const;
    Failure ask(bool repeatable, const std::stop_token &stop);
    [[nodiscard]] std::size_t endOfExchange() const;
    Failure askUpTo(std::size_t end, const std::stop_token &stop);
    Failure askAll(const std::stop_token &stop);
    void readArrived(std::span<const Reply> replies);
    bool startReading(std::span<const Reply> replies);
    void readRow(std::size_t row, std::span<const Reply> replies);
    void keepCounts(std::size_t row, const Reading &reading);
    Failure askAgainWhereTypesChanged(const std::stop_token &stop);
    Failure followUp(const std::stop_token &stop);
    Failure lookAgain(const std::stop_token &stop);
    [[nodiscard]] AclUser aclUser() const;
    [[nodiscard]] static NodeState stateOf(const Node &node);
    void takeNodes(Snapshot &snapshot);
    SnapshotPtr finishSnapshot(std::chrono::steady_clock::time_point start);

    PollOptions m_options;
    std::unique_ptr<Server> m_server;
    ChangedRows m_changes;
    PollPlan m_plan;
    HeadTurns m_heads;
    SearchTurns m_searches;
    SnapshotMaker m_maker;
    quint64 m_sequence = 0;
    std::vector<std::size_t> m_rowsWithOtherKeys; ///< since the previous snapshot

    // State of the current tick; the pipeline is kept for its capacity.
    std::vector<std::size_t> m_rows; ///< rows that are asked, in order
    std::vector<std::size_t> m_edgeRows; ///< those of the current exchange whose next edge is asked
    std::vector<int> m_edgeSizes; ///< number of commands for each
    std::vector<std::size_t> m_headRows; ///< rows whose head is read, in order
    std::vector<int> m_headSizes; ///< number of head commands of each
    std::vector<Open> m_open; ///< collections to read, in row order
    Pipeline m_pipeline;
    std::chrono::milliseconds m_now{};

    /// Progress of asking the rows, in one exchange or several, and of reading their replies while they arrive.
    struct Progress {
        std::chrono::steady_clock::time_point sent;
        std::chrono::milliseconds expected{}; ///< server time for which the commands were written
        bool isRepeatable = false; ///< replies to a wrong *now* are not read
        bool isStarted = false; ///< some reply is about a row, so that the tick will not fail for all
        bool clockJumped = false;
        DataSize data{};
        std::size_t commands = 0; ///< number of replies of the current exchange
        std::size_t reply = 0; ///< index of its reply that is next to be read
        std::size_t rowEnd = 0; ///< index into m_rows, behind those of the current exchange
        std::size_t row = 0; ///< index into m_rows whose counts are next
        std::size_t edgeRow = 0; ///< index into m_edgeRows
        std::size_t headRow = 0; ///< index into m_headRows
        std::size_t open = 0; ///< index into m_open of the head that is next, after all counts
    };
    Progress m_progress;
    Reading m_reading; ///< current row
};

} // namespace plimsoll::redis

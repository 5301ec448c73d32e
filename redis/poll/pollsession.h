// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/concerns.h"
#include "redis/poll/datawatch.h"
#include "redis/poll/heads.h"
#include "redis/poll/pollplan.h"
#include "redis/poll/searchshare.h"
#include "redis/topology/server.h"

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

namespace plimsoll::redis {

struct PollOptions {
    quint64 epoch = 0;
    /// Commands spent on heads in one tick at the most; the rest waits for the next (0: no bound, as one-shot
    /// snapshots want: everything in the first tick).
    int headBudget = 1000;
    std::chrono::milliseconds headInterval{5'000}; ///< how old a head may get while its collection is not shown
};

/// One workspace on one server, polled by blocking calls: the core that the poller's thread and the command
/// line share. Lives on one thread. Keeps what figures need over time (growth, observed ages).
class PollSession final {
public:
    /// Polling never needs more than to read.
    PollSession(WorkspacePtr workspace, const Endpoint &endpoint, PollOptions options);
    PollSession(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options);
    ~PollSession() = default;
    Q_DISABLE_COPY_MOVE(PollSession)

    /// One tick: connects when there is no connection, then one pipelined exchange of all counts and the heads that
    /// are due (job records of new heads follow in a second one). Fails as a whole only when no node of the
    /// server answers; errors of single collections, and of those on a node that is lost, are in the snapshot.
    Result<SnapshotPtr> tick(const std::stop_token &stop = {});

    /// After a first tick that read everything (headBudget 0): those that follow cost what they cost a window.
    void goOn() { m_options.headBudget = PollOptions{}.headBudget; }
    /// The same server with the workspace edited: collections that are read as before keep what was observed of them.
    void edit(WorkspacePtr workspace, quint64 epoch);
    /// Collections a person looks at: their heads are read at every tick.
    void setShown(std::set<std::size_t> collections) { m_shown = std::move(collections); }
    /// Keys that an operation of ours changes now: what changes in them is no growth. None: it has ended.
    void setOperating(std::set<QByteArray> keys);
    /// It has ended and changed nothing.
    void operatedInVain()
    {
        m_operating.clear();
        m_touched = m_touchedBefore;
    }
    [[nodiscard]] bool isConnected() const { return m_server->isConnected(); }

private:
    using Failure = std::optional<Error>;

    /// A collection that is not done with once its counts are read: its head comes too, or its types changed.
    struct Open {
        std::size_t row = 0;
        bool head = false;
        int replies = 0; ///< of its own in the exchange under way
        Reading reading;
    };

    Failure connect(const std::stop_token &stop);
    Failure learnNodes(const std::stop_token &stop);
    Failure exchange(const Pipeline &pipeline, std::vector<Reply> &replies, const std::stop_token &stop);
    /// Brings the keys up to the server's time; of those that are new, asks what types they hold.
    Failure expand(const std::stop_token &stop);
    Failure learnTypes(const std::vector<std::size_t> &rows, const std::stop_token &stop);
    Failure search(const std::stop_token &stop); // in searchshare.cpp
    void findSearching();
    [[nodiscard]] std::vector<std::size_t> chooseHeadRows() const;
    Failure ask(bool repeatable, const std::stop_token &stop);
    Failure askAll(const std::stop_token &stop);
    void readAll(std::span<const Reply> replies);
    Failure askAgainWhereTypesChanged(const std::stop_token &stop);
    Failure followUp(const std::stop_token &stop);
    Failure lookAgain(const std::stop_token &stop);
    void doubtFound();
    void startSnapshot(); // from here on in pollreading.cpp: a snapshot made of the answers
    void startReading(std::size_t row, Reading &reading);
    [[nodiscard]] QString permissionFor(const std::set<QByteArray> &lacks) const;
    [[nodiscard]] QString lackingText(const std::set<QByteArray> &lacks) const;
    void finishRow(std::size_t row, Reading &reading);
    void tellAgain(std::size_t row);
    void startRates(std::size_t row, Reading &reading);
    void forgetRates(std::size_t row);
    void finishJumps();
    void takeNodes();
    SnapshotPtr finishSnapshot(std::chrono::steady_clock::time_point start);

    PollOptions m_options;
    std::unique_ptr<Server> m_server;
    PollPlan m_plan;
    DataWatch m_data;
    std::vector<Concerns> m_concerns; ///< by row
    std::set<std::size_t> m_shown;
    std::set<QByteArray> m_operating; ///< keys an operation of ours is changing
    std::set<QByteArray> m_touched; ///< those, and the ones that it changed since the last tick
    std::set<QByteArray> m_touchedBefore; ///< by operations that ended since the last tick, before it began
    std::vector<HeadState> m_heads;
    mutable std::size_t m_cursor = 0; ///< whose head is next by turn
    std::optional<std::chrono::steady_clock::time_point> m_headsPausedUntil;
    std::vector<std::size_t> m_searching; ///< rows that look for their keys
    std::size_t m_nextSearch = 0; ///< whose turn it is, of those
    SearchShare m_searchShare;
    quint64 m_sequence = 0;

    // Of the tick under way; pipeline and replies are kept for their memory.
    std::shared_ptr<Snapshot> m_snapshot;
    std::vector<std::size_t> m_headRows;
    std::vector<Open> m_open; ///< by row
    Pipeline m_pipeline;
    std::chrono::milliseconds m_now{};
    DataSize m_dataSize;
    bool m_clockJumped = false;
};

} // namespace plimsoll::redis

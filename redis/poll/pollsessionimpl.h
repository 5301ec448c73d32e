// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/concerns.h"
#include "redis/poll/datawatch.h"
#include "redis/poll/heads.h"
#include "redis/poll/pollplan.h"
#include "redis/poll/pollsession.h"
#include "redis/topology/server.h"

#include <optional>

namespace plimsoll::redis {

/// Known to pollsession.cpp, which asks, and to pollreading.cpp, which makes a snapshot of the answers.
class PollSession::Impl {
public:
    Impl(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options);

    Result<SnapshotPtr> tick(const std::stop_token &stop);
    void setShown(std::set<std::size_t> collections) { m_shown = std::move(collections); }
    void edit(WorkspacePtr workspace, quint64 epoch);
    void setOperating(std::set<QByteArray> keys);
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
    [[nodiscard]] std::vector<std::size_t> chooseHeadRows() const;
    Failure ask(bool repeatable, const std::stop_token &stop);
    Failure askAll(const std::stop_token &stop);
    void readAll(std::span<const Reply> replies);
    Failure askAgainWhereTypesChanged(const std::stop_token &stop);
    Failure followUp(const std::stop_token &stop);
    Failure lookAgain(const std::stop_token &stop);
    void startSnapshot();
    void startReading(std::size_t row, Reading &reading);
    void finishRow(std::size_t row, Reading &reading);
    void startRates(std::size_t row, Reading &reading, quint32 figures);
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
    quint64 m_sequence = 0;

    // Of the tick under way; pipeline and replies are kept for their memory.
    std::shared_ptr<Snapshot> m_snapshot;
    std::vector<std::size_t> m_headRows;
    std::vector<Open> m_open; ///< by row
    Pipeline m_pipeline;
    std::chrono::milliseconds m_now{};
    bool m_clockJumped = false;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Detects that the server was restarted, replaced or flushed, or lost most of its data, and which collections lost
/// elements. Lives with its poll session, across connections.
class DataWatch {
public:
    /// Records the INFO of a node each time it is read; `now`: server time.
    void note(const ServerInfo &server, std::chrono::milliseconds now);
    /// True if counts are much lower than in the previous snapshot, without a known reason; call once a tick.
    /// `searching`: rows that search for their keys.
    [[nodiscard]] bool wantsLook(const Snapshot &snapshot, std::span<const std::size_t> searching);
    /// True if an event since the previous snapshot may have removed data.
    [[nodiscard]] bool mayHaveLost() const;
    /// Adds events and problems of collections with losses, once the figures of a tick are read. Returns true if
    /// something happened since the previous snapshot; an event reported again with more losses does not count.
    bool finish(Snapshot &snapshot);
    /// Rows of the snapshot of the last finish() that have a loss, or had one until then.
    [[nodiscard]] const std::vector<std::size_t> &rowsWithLosses() const { return m_rowsWithLosses; }
    /// The snapshot that was remembered last; null: none.
    [[nodiscard]] const SnapshotPtr &before() const { return m_before; }
    void remember(SnapshotPtr snapshot)
    {
        m_before = std::move(snapshot);
        m_sumBefore = m_sum;
    }

private:
    struct Known {
        ServerInfo server; ///< last INFO
        std::chrono::milliseconds at{}; ///< server time when it was read
    };
    /// Search for keys since the last event; the loss is known once the search is complete.
    struct Awaited {
        std::shared_ptr<const KeysFound> found; ///< result before the event
        std::shared_ptr<ServerEvent> event; ///< event that may have removed keys
        std::chrono::milliseconds since{}; ///< server time
    };

    void add(ServerEvent::Type type, std::chrono::milliseconds time) { m_found.push_back({time, type, 0, {}}); }
    void noteIdentity(const Known &before, const ServerInfo &server, std::chrono::milliseconds now);
    [[nodiscard]] bool isSuccessor(const ServerInfo &server) const;
    [[nodiscard]] double countBefore(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] std::optional<qint64> keysOnServer() const;
    void lose(const Snapshot &snapshot, std::size_t row, double before, double now, ServerEvent &event);
    void judge(Snapshot &snapshot);
    void judgeFound(const Snapshot &snapshot, std::size_t row);
    void resolve(Snapshot &snapshot);
    void tellLosses(Snapshot &snapshot);

    std::map<QString, Known> m_known; ///< keyed by node address
    std::vector<ServerEvent> m_found; ///< not reported yet
    SnapshotPtr m_before;
    double m_sum = 0; ///< known elements of all collections
    double m_sumBefore = 0; ///< sum of m_before
    std::shared_ptr<ServerEvent> m_last; ///< last reported event, with all losses known
    std::map<QString, std::shared_ptr<const Loss>> m_losses; ///< keyed by collection name
    std::vector<std::size_t> m_rowsWithLosses;
    std::map<QString, Awaited> m_awaited; ///< keyed by collection name
};

} // namespace plimsoll::redis

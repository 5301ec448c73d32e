// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <map>
#include <memory>
#include <optional>

namespace plimsoll::redis {

/// Notices when the server or its data are not what they were: it was restarted, another one answers, it was flushed,
/// or most of it is gone; and which collections lost by it. Lives with its poll session, across connections.
class DataWatch {
public:
    /// What a node of the server says of itself, each time that was read; `now`: its time.
    void note(const ServerInfo &server, std::chrono::milliseconds now);
    /// The counts of a tick are much less than those of the snapshot before, and nothing yet says why.
    [[nodiscard]] bool wantsLook(const Snapshot &snapshot) const;
    /// What was noticed since the snapshot before may have taken data.
    [[nodiscard]] bool mayHaveLost() const;
    /// Once the figures of a tick are read: its events, and problems of the collections that lost. True where something
    /// happened since the snapshot before; an event that is told again, as more is known to be gone, is no news.
    bool finish(Snapshot &snapshot);
    void remember(SnapshotPtr snapshot) { m_before = std::move(snapshot); }

private:
    struct Known {
        ServerInfo server; ///< what it last said
        std::chrono::milliseconds at{}; ///< its time
    };
    /// Keys that are looked for, since the last event: how many are left is known once all was looked through.
    struct Awaited {
        std::shared_ptr<const KeysFound> found; ///< before it
        std::shared_ptr<ServerEvent> event; ///< that may have taken them
        std::chrono::milliseconds since{}; ///< server time
    };

    void add(ServerEvent::Type type, std::chrono::milliseconds time) { m_found.push_back({time, type, 0, {}}); }
    void noteIdentity(const Known &before, const ServerInfo &server, std::chrono::milliseconds now);
    [[nodiscard]] double countBefore(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] std::optional<qint64> keysOnServer() const;
    void lose(const Snapshot &snapshot, std::size_t row, double before, double now, ServerEvent &event);
    void judge(Snapshot &snapshot);
    void judgeFound(const Snapshot &snapshot, std::size_t row);
    void resolve(Snapshot &snapshot);
    void tellLosses(Snapshot &snapshot);

    std::map<QString, Known> m_known; ///< by address
    std::vector<ServerEvent> m_found; ///< not told yet
    SnapshotPtr m_before;
    std::shared_ptr<ServerEvent> m_last; ///< that was told last, with all that is known to be gone by it
    std::map<QString, std::shared_ptr<const Loss>> m_losses; ///< by name of the collection
    std::map<QString, Awaited> m_awaited; ///< likewise
};

} // namespace plimsoll::redis

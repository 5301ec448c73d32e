// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/streamreplies.h"
#include "redis/types/pace.h"

#include <map>
#include <set>
#include <vector>

namespace plimsoll::redis {

/// How many entries are added to a stream, and how many its groups acknowledge, by the server's own counters: of all
/// that was ever added, and of what a group has read less what is pending in it. What a trim takes is neither, nor is
/// what was deleted before it was read, what an operation of ours does, what went with a consumer, or where a group was
/// set to another id or made again, as far as polls can tell. An entry that its own consumer finds deleted when it is
/// claimed counts as acknowledged: the server forgets it likewise.
class StreamFlow {
public:
    /// With every tick: what shows that a group's counter does not go on from where it was. Those of a group that is
    /// gone are forgotten.
    void glance(const std::vector<StreamGroup> &groups);
    /// With every head, after the glance of the same tick; nullopt: there is no stream.
    void look(std::chrono::milliseconds now, const std::optional<StreamCounters> &stream,
              const std::vector<StreamGroup> &groups);
    void leaveOut();
    void restart() { *this = {}; }

    /// A minute (redis/types/pace.h).
    [[nodiscard]] double addedPerMinute() const { return m_added.perMinute(); }
    /// The server does not count them (before Redis 7): by how much the length grew, or one where an id was given.
    [[nodiscard]] bool isAddedAtLeast(std::chrono::milliseconds now) const;
    /// In all groups together; NaN where one does not say, or there is none.
    [[nodiscard]] double acknowledgedPerMinute() const;

private:
    struct Group {
        CounterPace pace;
        StreamGroup seen; ///< at the last glance
        std::optional<StreamId> delivered{}; ///< the last, at the last look
        bool isDoubtful = false; ///< since the last look something else than acknowledging changed its counter
    };

    [[nodiscard]] bool isMadeAnew(const StreamCounters &stream) const;
    [[nodiscard]] double addedIn(std::chrono::milliseconds now, const StreamCounters &stream);

    CounterPace m_added;
    std::map<QByteArray, Group> m_groups;
    std::optional<StreamCounters> m_last;
    std::optional<StreamId> m_deletedBefore; ///< the highest, at the look before the last
    double m_atLeast = 0; ///< so many were added since the beginning, where the server does not count them
    std::optional<std::chrono::milliseconds> m_uncounted; ///< when some last were
};

} // namespace plimsoll::redis

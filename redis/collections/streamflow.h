// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/streamreplies.h"
#include "redis/types/rate.h"

#include <map>
#include <set>
#include <vector>

namespace plimsoll::redis {

/// Rates of entries added to a stream and acknowledged by its groups, from the server's counters: entries ever added,
/// and entries a group has read minus those pending in it. As far as polls can tell, it ignores trims, deletions of
/// unread entries, operations of this application, deleted consumers, and groups set to a different id or created
/// again. An entry that its consumer finds deleted when claiming it counts as acknowledged, as on the server.
class StreamFlow {
public:
    /// Called with every tick: detects discontinuities in the counters of groups, and forgets removed groups.
    void glance(const std::vector<StreamGroup> &groups);
    /// Called with every head, after glance() in the same tick; nullopt: there is no stream.
    void look(std::chrono::milliseconds now, const std::optional<StreamCounters> &stream,
              const std::vector<StreamGroup> &groups);
    void leaveOut();
    void restart() { *this = {}; }

    /// A minute (redis/types/rate.h).
    [[nodiscard]] double addedPerMinute() const { return m_added.perMinute(); }
    /// True if the server does not count added entries (before Redis 7); the length's growth is then a lower bound.
    [[nodiscard]] bool isAddedAtLeast(std::chrono::milliseconds now) const;
    /// Sum over all groups; NaN if a group's rate is unknown or there are no groups.
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
    double m_atLeast = 0; ///< lower bound of entries added since the start, if the server does not count them
    std::optional<std::chrono::milliseconds> m_uncounted; ///< last time entries were added uncounted
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <map>
#include <set>

namespace plimsoll::demo {

/// A game's leaderboard of the day: thousands of players, scores in steps of ten, so that there are ties; the better a
/// player, the more likely they play on, so that ranks near the top change. A new board with an expiry every day (UTC).
class GameStory final : public Story {
public:
    explicit GameStory(quint32 seed);

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    [[nodiscard]] static QByteArray board(milliseconds serverTime);
    void expire(Batch &batch, const QByteArray &key) const;

    Random m_random;
    std::vector<QByteArray> m_players; ///< strongest first
    QByteArray m_board; ///< of the period the last step was in
};

/// A lobby: people connect, send heartbeats, leave; some vanish without a goodbye and stay behind in the set until a
/// janitor finds them.
class LobbyStory final : public Story {
public:
    explicit LobbyStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void arrive(Batch &batch, const Moment &moment);
    void heartbeat(Batch &batch, const QByteArray &person, const Moment &moment);
    void clean(Batch &batch, const Moment &moment);

    Random m_random;
    std::map<QByteArray, milliseconds> m_here; ///< person to the next heartbeat, on the story's clock
    std::map<QByteArray, milliseconds> m_ghosts; ///< person to when the janitor comes
    int m_made = 0;
};

/// Sets of members that change now and then: the tenants a feature is switched on for, a role's users.
class MembershipStory final : public Story {
public:
    struct Plan {
        QByteArray key;
        QByteArray prefix; ///< of the members' names
        int universe = 1'000; ///< how many could be members
        int members = 100; ///< around which number it stays
        double changes = 0.2; ///< a second
    };

    MembershipStory(Plan plan, quint32 seed) : m_plan(std::move(plan)), m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    [[nodiscard]] QByteArray name(int number) const;

    Plan m_plan;
    Random m_random;
    std::set<int> m_members;
};

} // namespace plimsoll::demo

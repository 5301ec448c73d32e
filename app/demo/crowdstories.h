// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <map>
#include <set>

namespace plimsoll::demo {

/// A daily leaderboard: thousands of players, scores in steps of ten, so that ties occur. Better players are likelier
/// to play, so ranks near the top change. Each UTC day has a new board, which expires.
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
    QByteArray m_board; ///< board of the period of the last step
};

/// A lobby: people connect, send heartbeats and leave. Some vanish without leaving and stay in the set until a janitor
/// removes them.
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
    std::map<QByteArray, milliseconds> m_here; ///< person → story time of the next heartbeat
    std::map<QByteArray, milliseconds> m_ghosts; ///< person → story time at which the janitor removes them
    int m_made = 0;
};

/// Sets whose members change occasionally: the tenants that have a feature, the users that have a role.
class MembershipStory final : public Story {
public:
    struct Plan {
        QByteArray key;
        QByteArray prefix; ///< prefix of the members' names
        int universe = 1'000; ///< number of possible members
        int members = 100; ///< average number of members
        double changes = 0.2; ///< changes per second
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

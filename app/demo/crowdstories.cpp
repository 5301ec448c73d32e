// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plimsoll::demo {

namespace {

constexpr std::array<QByteArrayView, 20> names{"ada",  "bjarne", "carol", "dmitri", "edsger", "frances",  "grace",
                                               "hedy", "ivan",   "joan",  "ken",    "lin",    "margaret", "niklaus",
                                               "olga", "peter",  "radia", "sofia",  "tony",   "ursula"};

struct CrowdWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr int playerCount = 4'000;
constexpr double movesPerSecond = 25;
constexpr milliseconds boardLife = std::chrono::hours(48);

constexpr QByteArrayView connected = "room:lobby:connections";
constexpr QByteArrayView lastSeen = "user:presence:last-seen";
constexpr milliseconds heartbeatEvery{5'000};
constexpr milliseconds leastKept = std::chrono::minutes(2); // on the server's clock
constexpr int lobbySize = 160;

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

GameStory::GameStory(quint32 seed) : m_random(seed)
{
    m_players.reserve(playerCount);
    for (int i = 0; i < playerCount; ++i) {
        m_players.push_back(m_random.of<QByteArrayView>(names).toByteArray() + '.' + m_random.hex(4));
    }
}

QByteArray GameStory::board(milliseconds serverTime)
{
    const QDateTime utc = QDateTime::fromMSecsSinceEpoch(serverTime.count(), Qt::UTC);
    return "leaderboard:game-1:" + utc.toString(QStringLiteral("yyyyMMdd")).toLatin1();
}

void GameStory::expire(Batch &batch, const QByteArray &key) const
{
    batch.add({"PEXPIRE", key, stamp(boardLife), "NX"});
}

void GameStory::begin(Batch &batch, const Moment &moment)
{
    m_board = board(moment.server);
    for (std::size_t i = 0; i < m_players.size(); ++i) {
        // Few players are far ahead and most are in the middle; the steps of ten make the ties.
        const double strength = 1.0 - static_cast<double>(i) / playerCount;
        const int score = 10 * static_cast<int>(strength * strength * strength * 900 + m_random.below(60));
        batch.add({"ZADD", m_board, QByteArray::number(score), m_players[i]});
    }
    expire(batch, m_board);
}

void GameStory::step(Batch &batch, const Moment &moment)
{
    const QByteArray now = board(moment.server);
    const bool fresh = now != m_board;
    m_board = now;
    if (fresh) {
        batch.tell(CrowdWords::tr("A new day: the game begins a new board, the old one expires in two days"));
    }
    for (int moves = m_random.arrivals(movesPerSecond); moves > 0; --moves) {
        // The best twenty players make half of the moves.
        const int player = m_random.chance(0.5) ? m_random.below(20) : m_random.below(playerCount);
        batch.add({"ZINCRBY", m_board, QByteArray::number(10 * m_random.between(1, 9)),
                   m_players[static_cast<std::size_t>(player)]});
    }
    if (fresh || moment.story % milliseconds(60'000) == milliseconds(0)) {
        expire(batch, m_board);
    }
}

void LobbyStory::arrive(Batch &batch, const Moment &moment)
{
    const QByteArray person =
        m_random.of<QByteArrayView>(names).toByteArray() + '-' + QByteArray::number(1'000 + ++m_made);
    batch.add({"SADD", connected, person});
    heartbeat(batch, person, moment);
}

void LobbyStory::heartbeat(Batch &batch, const QByteArray &person, const Moment &moment)
{
    batch.add({"ZADD", lastSeen, stamp(moment.server), person});
    m_here[person] = moment.story + heartbeatEvery + milliseconds(m_random.between(-400, 400));
}

void LobbyStory::begin(Batch &batch, const Moment &moment)
{
    // People who were here earlier, and eight who vanished a minute ago.
    for (int i = 0; i < 90; ++i) {
        const QByteArray person = m_random.of<QByteArrayView>(names).toByteArray() + '-' + QByteArray::number(100 + i);
        batch.add({"ZADD", lastSeen, stamp(moment.server - std::chrono::seconds(m_random.between(90, 3'000))), person});
    }
    for (int i = 0; i < 8; ++i) {
        const QByteArray person = m_random.of<QByteArrayView>(names).toByteArray() + '-' + QByteArray::number(200 + i);
        batch.add({"SADD", connected, person});
        batch.add({"ZADD", lastSeen, stamp(moment.server - std::chrono::seconds(m_random.between(50, 80))), person});
        m_ghosts[person] = milliseconds(m_random.between(60'000, 180'000));
    }
    for (int i = 0; i < lobbySize; ++i) {
        arrive(batch, moment);
    }
    // Spreads heartbeats over the interval.
    for (auto &[person, next] : m_here) {
        next = milliseconds(m_random.below(static_cast<int>(heartbeatEvery.count())));
    }
}

void LobbyStory::step(Batch &batch, const Moment &moment)
{
    // Fewer people arrive when the lobby is fuller, so it varies around its size.
    const double crowd = static_cast<double>(m_here.size()) / lobbySize;
    for (int i = m_random.arrivals(1.6 * std::max(0.0, 2.0 - crowd)); i > 0; --i) {
        arrive(batch, moment);
    }
    std::vector<QByteArray> due;
    for (const auto &[person, next] : m_here) {
        if (next <= moment.story) {
            due.push_back(person);
        }
    }
    for (const QByteArray &person : due) {
        if (!m_random.chance(0.05)) {
            heartbeat(batch, person, moment);
            continue;
        }
        m_here.erase(person);
        if (m_random.chance(0.2)) {
            batch.tellMinor(CrowdWords::tr("%1 vanishes from the lobby without a good-bye: a ghost after 30 s")
                                .arg(QString::fromLatin1(person)));
            m_ghosts[person] = moment.story + milliseconds(m_random.between(60'000, 150'000));
        } else {
            batch.add({"SREM", connected, person});
        }
    }
    clean(batch, moment);
}

void LobbyStory::clean(Batch &batch, const Moment &moment)
{
    for (auto ghost = m_ghosts.begin(); ghost != m_ghosts.end();) {
        if (ghost->second <= moment.story) {
            batch.add({"SREM", connected, ghost->first});
            ghost = m_ghosts.erase(ghost);
        } else {
            ++ghost;
        }
    }
    if (moment.story % milliseconds(30'000) == milliseconds(0)) {
        // Even at a high pace, keeps people who still count as active.
        const milliseconds kept = std::max(moment.onServer(std::chrono::hours(1)), leastKept);
        batch.add({"ZREMRANGEBYSCORE", lastSeen, "-inf", stamp(moment.server - kept)});
    }
}

QByteArray MembershipStory::name(int number) const
{
    return m_plan.prefix + QByteArray::number(number).rightJustified(4, '0');
}

void MembershipStory::begin(Batch &batch, const Moment & /*moment*/)
{
    while (static_cast<int>(m_members.size()) < m_plan.members) {
        const int number = m_random.below(m_plan.universe);
        if (m_members.insert(number).second) {
            batch.add({"SADD", m_plan.key, name(number)});
        }
    }
}

void MembershipStory::step(Batch &batch, const Moment & /*moment*/)
{
    for (int i = m_random.arrivals(m_plan.changes); i > 0; --i) {
        const int number = m_random.below(m_plan.universe);
        const bool grow = static_cast<int>(m_members.size()) < m_plan.members + m_random.between(-6, 6);
        if (grow && m_members.insert(number).second) {
            batch.add({"SADD", m_plan.key, name(number)});
        } else if (!grow && !m_members.empty()) {
            const auto found = m_members.lower_bound(number);
            const int leaving = found == m_members.end() ? *m_members.begin() : *found;
            m_members.erase(leaving);
            batch.add({"SREM", m_plan.key, name(leaving)});
        }
    }
}

} // namespace

std::unique_ptr<Story> makeGameStory(quint32 seed)
{
    return std::make_unique<GameStory>(seed);
}

std::unique_ptr<Story> makeLobbyStory(quint32 seed)
{
    return std::make_unique<LobbyStory>(seed);
}

std::unique_ptr<Story> makeTenantStory(quint32 seed)
{
    return std::make_unique<MembershipStory>(
        MembershipStory::Plan{.key = "feature:new-checkout:tenants", .prefix = "tenant-", .members = 240}, seed);
}

std::unique_ptr<Story> makeEditorStory(quint32 seed)
{
    return std::make_unique<MembershipStory>(
        MembershipStory::Plan{
            .key = "role:editor:users", .prefix = "user-", .universe = 400, .members = 60, .changes = 0.05},
        seed);
}

/// Editors who may publish are in this set and in that of the editors.
std::unique_ptr<Story> makePublisherStory(quint32 seed)
{
    return std::make_unique<MembershipStory>(
        MembershipStory::Plan{
            .key = "permission:publish:users", .prefix = "user-", .universe = 400, .members = 120, .changes = 0.05},
        seed);
}

} // namespace plimsoll::demo

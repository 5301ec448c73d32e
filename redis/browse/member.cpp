// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/browse/presencepage.h"
#include "redis/collections/ranking.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <numeric>

namespace plimsoll::redis {

namespace {

constexpr int maxNeighbours = 100;
/// Limit of better members read to detect duplicates in several shards; more are only counted.
constexpr qint64 mostRead = 1'000;

/// Looks one member up on a leaderboard; shards are one board.
class Ranking {
public:
    Ranking(const Asking &asking, const std::vector<HeldKey> &boards, const MemberQuery &query)
        : m_asking(asking), m_boards(boards),
          m_descending(asking.definition().isHighestFirst(*asking.definition().role(Holds::Ranked)->role)),
          m_around(std::clamp(query.neighbours, 0, maxNeighbours))
    {
        m_answer.member = query.member;
        m_answer.element.element = query.member;
        m_answer.element.id = query.member;
        m_answer.total = 0;
        for (const HeldKey &board : boards) {
            m_answer.total = *m_answer.total + board.size;
        }
    }

    BrowseResult::Answer look()
    {
        Outcome outcome = findBoard();
        if (outcome && m_answer.found) {
            outcome = place();
        }
        if (outcome && m_answer.found) {
            outcome = readNeighbours();
        }
        return outcome ? BrowseResult::Answer(m_answer) : BrowseResult::Answer(outcome.error());
    }

private:
    /// Which shard holds the member with its best score.
    Outcome findBoard()
    {
        Pipeline pipeline;
        for (const HeldKey &board : m_boards) {
            pipeline.add({"ZSCORE", board.key, m_answer.member});
            pipeline.add({m_descending ? "ZREVRANK" : "ZRANK", board.key, m_answer.member});
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = 0; i < m_boards.size(); ++i) {
            const Reply &score = replies->at(2 * i);
            const Reply &rank = replies->at(2 * i + 1);
            if (score.isError()) {
                return score.toError(m_boards[i].key);
            }
            if (score.isNil() || rank.isNil() || rank.isError()) {
                continue;
            }
            Element here = m_answer.element;
            here.score = score.toDouble().value_or(unknownFigure);
            here.shards = m_answer.found ? m_answer.element.shards + 1 : 1;
            if (m_answer.found && !ranksBefore(here, m_answer.element, m_descending)) {
                m_answer.element.shards = here.shards;
                continue;
            }
            m_answer.found = true;
            m_home = i;
            m_score = score.bytes;
            m_rank = rank.integer;
            here.key = m_boards[i].key;
            m_answer.element = here;
        }
        return Done{};
    }

    /// The rank over all shards (equal scores of other shards count as behind), and the share it beats or ties.
    Outcome place()
    {
        Pipeline pipeline;
        for (const HeldKey &board : m_boards) {
            if (m_descending) {
                pipeline.add({"ZCOUNT", board.key, "(" + m_score, "+inf"});
                pipeline.add({"ZCOUNT", board.key, "-inf", m_score});
            } else {
                pipeline.add({"ZCOUNT", board.key, "-inf", "(" + m_score});
                pipeline.add({"ZCOUNT", board.key, m_score, "+inf"});
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        std::vector<qint64> better;
        qint64 beaten = 0;
        for (std::size_t i = 0; i < m_boards.size(); ++i) {
            // In its own shard those with an equal score that come before it are better too.
            better.push_back(i == m_home ? m_rank : replies->at(2 * i).integer);
            beaten += replies->at(2 * i + 1).integer;
        }
        if (Outcome counted = countBetter(better); !counted) {
            return counted;
        }
        if (*m_answer.total > 0) {
            m_answer.percentile =
                std::min(100.0, 100.0 * static_cast<double>(beaten) / static_cast<double>(*m_answer.total));
        }
        return Done{};
    }

    /// Counts the better members; a member in several shards counts once.
    Outcome countBetter(const std::vector<qint64> &better)
    {
        m_answer.element.rank = std::accumulate(better.begin(), better.end(), qint64{0});
        if (m_boards.size() == 1) {
            return Done{};
        }
        m_answer.element.rankAtMost = *m_answer.element.rank > mostRead;
        if (m_answer.element.rankAtMost) {
            return Done{};
        }
        Pipeline pipeline;
        for (std::size_t i = 0; i < m_boards.size(); ++i) {
            if (better[i] > 0) {
                pipeline.add(
                    {m_descending ? "ZREVRANGE" : "ZRANGE", m_boards[i].key, "0", QByteArray::number(better[i] - 1)});
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        QSet<QByteArray> members;
        for (const Reply &reply : *replies) {
            for (const Reply &member : reply.elements) {
                members.insert(member.bytes);
            }
        }
        *m_answer.total -= *m_answer.element.rank - members.size() + m_answer.element.shards - 1;
        m_answer.element.rank = members.size();
        return Done{};
    }

    Outcome readNeighbours() { return m_boards.size() == 1 ? neighboursByRank() : neighboursByScore(); }

    Outcome neighboursByRank()
    {
        const qint64 first = std::max<qint64>(0, m_rank - m_around);
        Pipeline pipeline;
        pipeline.add({m_descending ? "ZREVRANGE" : "ZRANGE", m_boards[m_home].key, QByteArray::number(first),
                      QByteArray::number(m_rank + m_around), "WITHSCORES"});
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        qint64 rank = first;
        for (const HeadElement &member : scored(replies->front())) {
            m_answer.neighbours.push_back(neighbour(member, m_boards[m_home].key, rank++));
        }
        return Done{};
    }

    /// Reads the members nearest to the score, on both sides, from every shard and keeps the nearest overall.
    Outcome neighboursByScore()
    {
        const QByteArray count = QByteArray::number(m_around + 1);
        const QByteArray beyond = "(" + m_score;
        Pipeline pipeline;
        for (const HeldKey &board : m_boards) {
            if (m_descending) {
                pipeline.add({"ZRANGEBYSCORE", board.key, beyond, "+inf", "WITHSCORES", "LIMIT", "0", count});
                pipeline.add({"ZREVRANGEBYSCORE", board.key, m_score, "-inf", "WITHSCORES", "LIMIT", "0", count});
            } else {
                pipeline.add({"ZREVRANGEBYSCORE", board.key, beyond, "-inf", "WITHSCORES", "LIMIT", "0", count});
                pipeline.add({"ZRANGEBYSCORE", board.key, m_score, "+inf", "WITHSCORES", "LIMIT", "0", count});
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        std::vector<Element> around{m_answer.element};
        for (std::size_t i = 0; i < replies->size(); ++i) {
            for (const HeadElement &member : scored(replies->at(i))) {
                if (member.element != m_answer.member) {
                    around.push_back(neighbour(member, m_boards[i / 2].key, 0));
                }
            }
        }
        std::sort(around.begin(), around.end(), [this](const Element &a, const Element &b) { return isBetter(a, b); });
        keepBest(around, [](const Element & /*kept*/, const Element & /*gone*/) {});
        cutTo(around, 2 * m_around); // some of these turn out to be better elsewhere
        if (Outcome left = leaveToTheirBest(around); !left) {
            return left;
        }
        const std::ptrdiff_t at = cutTo(around, m_around);
        m_answer.neighbours = std::move(around);
        qint64 rank = *m_answer.element.rank - at;
        for (Element &element : m_answer.neighbours) {
            element.rank = rank++;
            element.rankAtMost = m_answer.element.rankAtMost;
        }
        return Done{};
    }

    /// So many on either side of the member remain; returns its place.
    std::ptrdiff_t cutTo(std::vector<Element> &around, int side) const
    {
        const auto self = std::find_if(around.begin(), around.end(),
                                       [this](const Element &e) { return e.element == m_answer.member; });
        const auto after = std::distance(self, around.end()) - 1;
        around.erase(around.end() - std::max<std::ptrdiff_t>(0, after - side), around.end());
        const auto before = std::distance(around.begin(), self);
        const auto excess = std::max<std::ptrdiff_t>(0, before - side);
        around.erase(around.begin(), around.begin() + excess);
        return before - excess;
    }

    /// Drops neighbours that have a better score in another shard.
    Outcome leaveToTheirBest(std::vector<Element> &around)
    {
        Pipeline pipeline;
        for (const Element &element : around) {
            for (const HeldKey &board : m_boards) {
                pipeline.add({"ZSCORE", board.key, element.element});
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        std::size_t at = 0;
        std::vector<Element> kept;
        for (Element &element : around) {
            bool best = true;
            Element there = element;
            int shards = 0;
            for (std::size_t board = 0; board < m_boards.size(); ++board) {
                const auto score = replies->at(at++).toDouble();
                there.score = score.value_or(unknownFigure);
                best = best && !(score && ranksBefore(there, element, m_descending));
                shards += score ? 1 : 0;
            }
            if (best || element.element == m_answer.member) {
                element.shards = std::max(1, shards);
                kept.push_back(std::move(element));
            }
        }
        around = std::move(kept);
        return Done{};
    }

    /// Among equals the member itself comes first: that is how its rank over the shards was counted.
    [[nodiscard]] bool isBetter(const Element &a, const Element &b) const
    {
        const bool equal = a.score == b.score && a.element != b.element;
        if (equal && (a.element == m_answer.member || b.element == m_answer.member)) {
            return a.element == m_answer.member;
        }
        return ranksBefore(a, b, m_descending);
    }

    static Element neighbour(const HeadElement &member, const QByteArray &key, qint64 rank)
    {
        Element element;
        element.element = member.element;
        element.id = member.element;
        element.key = key;
        element.score = member.score;
        element.rank = rank;
        return element;
    }

    const Asking &m_asking;
    const std::vector<HeldKey> &m_boards;
    bool m_descending;
    int m_around;
    MemberAnswer m_answer;
    std::size_t m_home = 0;
    QByteArray m_score; ///< text of the score as formatted by the server, which range queries match exactly
    qint64 m_rank = 0;
};

BrowseResult::Answer lookUpPresence(const Asking &asking, const MemberQuery &query)
{
    MemberAnswer answer;
    answer.member = query.member;
    answer.element.element = query.member;
    answer.element.id = query.member;
    bool connected = false;
    if (Outcome read = describePresence(asking, answer.element, connected); !read) {
        return read.error();
    }
    answer.found = connected || isKnown(answer.element.score);
    if (asking.definition().has(Holds::Connected)) {
        answer.connected = connected;
    }
    return answer;
}

/// In sets, and in the zsets of other kinds: whether it is there, and with which score.
BrowseResult::Answer lookUpAnywhere(const Asking &asking, const MemberQuery &query)
{
    std::vector<const RoleKeys *> roles;
    for (const RoleKeys &keys : asking.definition().keys) {
        if (!keys.role->perId) {
            roles.push_back(&keys);
        }
    }
    const auto sources = asking.heldKeys(roles);
    if (!sources) {
        return sources.error();
    }
    MemberAnswer answer;
    answer.member = query.member;
    answer.total = 0;
    Pipeline pipeline;
    std::vector<HeldKey> asked;
    for (const HeldKey &source : *sources) {
        answer.total = *answer.total + source.size;
        if (source.type == SetKey || source.type == ZSetKey) {
            pipeline.add({source.type == SetKey ? "SISMEMBER" : "ZSCORE", source.key, query.member});
            asked.push_back(source);
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    answer.element.element = query.member;
    for (std::size_t i = 0; i < asked.size() && !answer.found; ++i) {
        const Reply &reply = replies->at(i);
        if (reply.isError()) {
            return reply.toError(asked[i].key);
        }
        answer.found = asked[i].type == SetKey ? reply.integer == 1 : !reply.isNil();
        answer.element.key = answer.found ? asked[i].key : QByteArray();
        if (answer.found && asked[i].type == ZSetKey) {
            setScore(answer.element, reply.toDouble().value_or(unknownFigure),
                     asking.definition().codec(*asked[i].role));
        }
    }
    std::vector<Element> one{answer.element};
    if (Outcome read = asking.readRecords(one); !read) {
        return read.error();
    }
    answer.element = std::move(one.front());
    return answer;
}

} // namespace

BrowseResult::Answer answerMember(const Asking &asking, const MemberQuery &query)
{
    if (asking.definition().has(Holds::Seen)) {
        return lookUpPresence(asking, query);
    }
    if (!asking.definition().has(Holds::Ranked)) {
        return lookUpAnywhere(asking, query);
    }
    const auto boards = asking.heldKeys(Holds::Ranked);
    return boards ? Ranking(asking, *boards, query).look() : BrowseResult::Answer(boards.error());
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/browse/presencepage.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr int maxNeighbours = 100;

/// Looks one member up on a leaderboard; shards are one board.
class Ranking {
public:
    Ranking(const Asking &asking, const std::vector<KeySource> &boards, const MemberQuery &query)
        : m_asking(asking), m_boards(boards),
          m_descending(asking.definition().text(QLatin1StringView("order"), QStringLiteral("desc")) != u"asc"),
          m_around(std::clamp(query.neighbours, 0, maxNeighbours))
    {
        m_answer.member = query.member;
        m_answer.element.element = query.member;
        m_answer.element.id = query.member;
        m_answer.total = 0;
        for (const KeySource &board : boards) {
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
    /// Which shard holds the member, and with which score.
    Outcome findBoard()
    {
        Pipeline pipeline;
        for (const KeySource &board : m_boards) {
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
            if (!score.isNil() && !rank.isNil() && !rank.isError() && !m_answer.found) {
                m_answer.found = true;
                m_home = i;
                m_score = score.bytes;
                m_rank = rank.integer;
                m_answer.element.key = m_boards[i].key;
                m_answer.element.score = score.toDouble().value_or(unknownFigure);
            }
        }
        return Done{};
    }

    /// The rank over all shards (equal scores of other shards count as behind), and the share it beats or ties.
    Outcome place()
    {
        Pipeline pipeline;
        for (const KeySource &board : m_boards) {
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
        qint64 rank = m_rank;
        qint64 beaten = 0;
        for (std::size_t i = 0; i < m_boards.size(); ++i) {
            rank += i == m_home ? 0 : replies->at(2 * i).integer;
            beaten += replies->at(2 * i + 1).integer;
        }
        m_answer.element.rank = rank;
        if (*m_answer.total > 0) {
            m_answer.percentile =
                std::min(100.0, 100.0 * static_cast<double>(beaten) / static_cast<double>(*m_answer.total));
        }
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

    /// Of every shard the nearest better and the nearest at or behind the score; the nearest of all remain.
    Outcome neighboursByScore()
    {
        const QByteArray count = QByteArray::number(m_around + 1);
        const QByteArray beyond = "(" + m_score;
        Pipeline pipeline;
        for (const KeySource &board : m_boards) {
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
        const auto self = std::find_if(around.begin(), around.end(),
                                       [this](const Element &e) { return e.element == m_answer.member; });
        const auto at = std::distance(around.begin(), self);
        const auto first = std::max<std::ptrdiff_t>(0, at - m_around);
        const auto last = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(around.size()), at + m_around + 1);
        m_answer.neighbours.assign(around.begin() + first, around.begin() + last);
        qint64 rank = *m_answer.element.rank - (at - first);
        for (Element &element : m_answer.neighbours) {
            element.rank = rank++;
        }
        return Done{};
    }

    /// Among equals the member itself comes first: that is how its rank over the shards was counted.
    [[nodiscard]] bool isBetter(const Element &a, const Element &b) const
    {
        if (a.score != b.score) {
            return m_descending ? a.score > b.score : a.score < b.score;
        }
        const bool aIsSelf = a.element == m_answer.member;
        const bool bIsSelf = b.element == m_answer.member;
        if (aIsSelf != bIsSelf) {
            return aIsSelf;
        }
        return m_descending ? a.element > b.element : a.element < b.element;
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
    const std::vector<KeySource> &m_boards;
    bool m_descending;
    int m_around;
    MemberAnswer m_answer;
    std::size_t m_home = 0;
    QByteArray m_score; ///< as the server writes it, so that it finds itself
    qint64 m_rank = 0;
};

BrowseResult::Answer lookUpPresence(const Asking &asking, const MemberQuery &query)
{
    MemberAnswer answer;
    answer.member = query.member;
    answer.element.element = query.member;
    answer.element.id = query.member;
    bool connected = false;
    if (const Outcome read = describePresence(asking, answer.element, connected); !read) {
        return read.error();
    }
    answer.found = connected || isKnown(answer.element.score);
    if (asking.definition().has(QLatin1StringView("connected"))) {
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
    const auto sources = asking.sources(roles);
    if (!sources) {
        return sources.error();
    }
    MemberAnswer answer;
    answer.member = query.member;
    answer.total = 0;
    Pipeline pipeline;
    std::vector<KeySource> asked;
    for (const KeySource &source : *sources) {
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
            setScore(answer.element, reply.toDouble().value_or(unknownFigure), asking.unit());
        }
    }
    std::vector<Element> one{answer.element};
    if (const Outcome read = asking.readRecords(one); !read) {
        return read.error();
    }
    answer.element = std::move(one.front());
    return answer;
}

} // namespace

BrowseResult::Answer answerMember(const Asking &asking, const MemberQuery &query)
{
    if (asking.definition().has(QLatin1StringView("lastSeen"))) {
        return lookUpPresence(asking, query);
    }
    const QLatin1StringView board("board");
    if (!asking.definition().has(board)) {
        return lookUpAnywhere(asking, query);
    }
    const auto boards = asking.sources(board);
    return boards ? Ranking(asking, *boards, query).look() : BrowseResult::Answer(boards.error());
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/zsetpages.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr qint64 ranksAhead = 16; ///< minimum page length for sampling the next page
constexpr qint64 fromScore = 64; ///< maximum members per page if nothing is known of the next
constexpr qint64 seenBytes = 64LL * 1'024; ///< bytes of members kept to find the place again, sent with every page
constexpr int rankAttempts = 20; ///< attempts to find a member by its recent rank

std::vector<ZSetPages::Member> membersOf(Reply &reply)
{
    std::vector<ZSetPages::Member> members(reply.elements.size() / 2);
    for (std::size_t i = 0; i < members.size(); ++i) {
        members[i] = {std::move(reply.elements[2 * i].bytes), std::move(reply.elements[2 * i + 1].bytes)};
    }
    return members;
}

} // namespace

ZSetPages::ZSetPages(Server &server, QByteArray key, QByteArray low, QByteArray high, std::stop_token stop)
    : m_server(server), m_key(std::move(key)), m_low(std::move(low)), m_high(std::move(high)), m_stop(std::move(stop))
{
}

bool ZSetPages::isBeyond(const QByteArray &score) const
{
    const bool isExclusive = m_high.startsWith('(');
    const double high = (isExclusive ? m_high.sliced(1) : m_high).toDouble();
    return isExclusive ? score.toDouble() >= high : score.toDouble() > high;
}

Result<std::vector<ZSetPages::Member>> ZSetPages::next()
{
    if (m_ended) {
        return std::vector<Member>();
    }
    Result<std::vector<Member>> page = m_seen.empty() ? readFromScore() : readBehindSeen();
    if (page) {
        const auto beyond =
            std::find_if(page->begin(), page->end(), [this](const Member &member) { return isBeyond(member.score); });
        m_ended = m_ended || beyond != page->end();
        page->erase(beyond, page->end());
        learn(*page);
    }
    return page;
}

/// Reads from the lowest score not yet returned, in one exchange.
Result<std::vector<ZSetPages::Member>> ZSetPages::readFromScore()
{
    const qint64 asked = std::min(m_size.next(), fromScore);
    Result<Reply> page = m_server.command(
        {"ZRANGE", m_key, m_low, m_high, "BYSCORE", "LIMIT", "0", QByteArray::number(asked), "WITHSCORES"}, m_stop);
    if (!page) {
        return page.error();
    }
    m_rank = -1;
    std::vector<Member> members = membersOf(*page);
    m_ended = qint64(members.size()) < asked;
    return members;
}

Result<std::vector<ZSetPages::Member>> ZSetPages::readBehindSeen()
{
    for (int attempt = 0; attempt < rankAttempts; ++attempt) {
        if (m_rank < 0) {
            if (Outcome located = locate(); !located) {
                return located.error();
            }
            if (m_seen.empty()) {
                break;
            }
        }
        const qint64 asked = m_size.next();
        const qint64 last = m_rank + asked;
        Pipeline pipeline;
        pipeline.add({"ZRANGE", m_key, QByteArray::number(m_rank), QByteArray::number(last), "WITHSCORES"});
        if (asked >= ranksAhead) {
            for (const qint64 ahead : {last + 1, last + asked, last + 2 * asked}) {
                pipeline.add({"ZRANGE", m_key, QByteArray::number(ahead), QByteArray::number(ahead)});
            }
            pipeline.add({"ZRANGE", m_key, "-1", "-1"});
        }
        Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_stop);
        if (!replies) {
            return replies.error();
        }
        for (const Reply &reply : *replies) {
            if (reply.isError()) {
                return reply.toError(m_key);
            }
        }
        std::vector<Member> members = membersOf(replies->front());
        const bool isThere = !members.empty() && members.front().element == m_seen.back().element;
        if (!isThere) {
            m_rank = -1; // others changed members before it
        } else if (members.front().score != m_seen.back().score) {
            m_seen.pop_back(); // its score changed, so the next page does not follow it
            m_rank = -1;
        } else {
            m_ended = qint64(members.size()) <= asked;
            members.erase(members.begin());
            m_rank += qint64(members.size());
            m_ahead = 0;
            bool endIsNear = false; // the set's last member is a sample only if the next page contains it
            for (std::size_t i = 1; i < replies->size(); ++i) {
                const std::vector<Reply> &ahead = (*replies)[i].elements;
                if (!ahead.empty() && (i + 1 < replies->size() || endIsNear)) {
                    m_ahead = std::max<qint64>(m_ahead, ahead.front().bytes.size());
                }
                endIsNear = endIsNear || ahead.empty();
            }
            return members;
        }
        if (m_seen.empty()) {
            break;
        }
    }
    return readFromScore();
}

/// Finds the rank of the latest seen member that still exists.
Outcome ZSetPages::locate()
{
    Pipeline pipeline;
    for (const Member &member : m_seen) {
        pipeline.add({"ZRANK", m_key, member.element});
    }
    const Result<std::vector<Reply>> ranks = m_server.exchange(pipeline, m_stop);
    if (!ranks) {
        return ranks.error();
    }
    while (!m_seen.empty()) {
        const Reply &rank = (*ranks)[m_seen.size() - 1];
        if (rank.isError()) {
            return rank.toError(m_key);
        }
        if (rank.type == Reply::Type::Integer) {
            m_rank = rank.integer;
            break;
        }
        m_seen.pop_back();
    }
    return Done{};
}

void ZSetPages::learn(const std::vector<Member> &page)
{
    if (page.empty()) {
        return;
    }
    qint64 bytes = 0;
    for (const Member &member : page) {
        bytes += member.element.size();
    }
    m_size.learn(qint64(page.size()), bytes);
    m_size.expect(m_ahead);
    m_low = page.back().score;
    // Keeps members at doubling distances: a client that removes the last one may remove its neighbours too.
    m_seen.clear();
    qint64 kept = 0;
    for (std::size_t back = 1; back <= page.size() && (back == 1 || kept < seenBytes); back *= 2) {
        m_seen.insert(m_seen.begin(), page[page.size() - back]);
        kept += page[page.size() - back].element.size();
    }
}

} // namespace plimsoll::redis

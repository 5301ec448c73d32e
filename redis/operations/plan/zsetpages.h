// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/pages.h"
#include "redis/topology/server.h"

#include <QByteArray>

#include <stop_token>
#include <vector>

namespace plimsoll::redis {

/// Reads a sorted set between two scores, in its order (by score, then by bytes), page by page and by rank. Its speed
/// does not depend on the depth or on the number of members with equal scores.
/// Other clients may add and remove members meanwhile. A page begins with a member already seen, found again by rank
/// and unchanged score, so no unchanged member is missed between two pages. If that member is gone, the page begins
/// with an earlier one, and some members appear twice. Blocking; lives on the thread of its server.
class ZSetPages final {
public:
    struct Member {
        QByteArray element, score;
    };

    /// `low`, `high`: bounds as in ZRANGE BYSCORE.
    ZSetPages(Server &server, QByteArray key, QByteArray low, QByteArray high, std::stop_token stop);

    /// Next members; empty at the end.
    Result<std::vector<Member>> next();

private:
    Result<std::vector<Member>> readFromScore();
    Result<std::vector<Member>> readBehindSeen();
    Outcome locate();
    [[nodiscard]] bool isBeyond(const QByteArray &score) const;
    void learn(const std::vector<Member> &page);

    Server &m_server;
    QByteArray m_key;
    QByteArray m_low; ///< start of reading without a seen member
    QByteArray m_high;
    std::stop_token m_stop;
    PageSize m_size;
    std::vector<Member> m_seen; ///< a few members of the last page, its last one at the end
    qint64 m_rank = -1; ///< rank of the last of them; approximate, -1: unknown
    qint64 m_ahead = 0; ///< bytes of the largest sampled member of the next page
    bool m_ended = false;
};

} // namespace plimsoll::redis

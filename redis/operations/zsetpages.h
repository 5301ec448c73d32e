// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/pages.h"
#include "redis/topology/server.h"

#include <QByteArray>

#include <stop_token>
#include <vector>

namespace plimsoll::redis {

/// A sorted set between two scores, in its own order (by score, then by bytes), page by page and by rank: as quick a
/// million members in as at the beginning, however many have one score.
///
/// Others may add and remove meanwhile. A page begins with a member that was seen, found again by its rank and with the
/// score it had; so nothing that stays as it is lies between two pages. Where that member is gone it begins with one
/// before it, and so gives some a second time. Blocking; lives on the thread of its server.
class ZSetPages final {
public:
    struct Member {
        QByteArray element, score;
    };

    /// `low`, `high`: as ZRANGE BYSCORE has them.
    ZSetPages(Server &server, QByteArray key, QByteArray low, QByteArray high, std::stop_token stop);

    /// The next members; empty at the end.
    Result<std::vector<Member>> next();

private:
    Result<std::vector<Member>> readFromScore();
    Result<std::vector<Member>> readBehindSeen();
    Outcome locate();
    [[nodiscard]] bool isBeyond(const QByteArray &score) const;
    void learn(const std::vector<Member> &page);

    Server &m_server;
    QByteArray m_key;
    QByteArray m_low; ///< where reading begins without a member that was seen
    QByteArray m_high;
    std::stop_token m_stop;
    PageSize m_size;
    std::vector<Member> m_seen; ///< of the last page, few, the last of it at the end
    qint64 m_rank = -1; ///< of the last of them, as far as is known
    qint64 m_ahead = 0; ///< bytes of the largest member seen of what comes next
    bool m_ended = false;
};

} // namespace plimsoll::redis

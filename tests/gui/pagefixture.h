// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/types/browse.h"
#include "redis/types/snapshot.h"

#include <functional>
#include <vector>

namespace plimsoll::testing {

/// A workspace with a collection of every kind, ticks of it with stories in them (a queue that grows, jobs that turn
/// stale, a game), and answers to what its pages ask: what poller and browser would send, without a server.
class PageFixture {
public:
    /// `queues`: how many queues there are; the first tells a story. `before` stands before every text of somebody
    /// else: names, keys, elements, errors.
    /// `shards`: how many keys the leaderboard and the set have.
    explicit PageFixture(int queues = 1, const QByteArray &before = {}, int shards = 1);

    /// Fifteen minutes of ticks, a gap in their middle, into the history.
    void fillHistory(models::History &history, int ticks = 900);
    /// The next second.
    SnapshotPtr tick();
    [[nodiscard]] SnapshotPtr last() const { return m_last; }
    [[nodiscard]] std::size_t indexOf(QLatin1StringView kind) const;

    /// What a browser would answer.
    [[nodiscard]] BrowseResult answer(quint64 id, std::size_t collection, const BrowseRequest::Query &query) const;
    [[nodiscard]] BrowseResult answer(const BrowseRequest &asked) const
    {
        return answer(asked.id, asked.collection, asked.query);
    }

    qint64 readyJobs = 1165; ///< as many as the pages of ready jobs go on
    int repeatedLeaders = 0; ///< so many of the board's best stand in a second shard too, each entry in the head
    double staleJobs = unknownFigure; ///< of the first queue; not known: as its story goes
    double deadJobs = unknownFigure;
    int jobShift = 0; ///< how many jobs have left at the front since
    QByteArray payload; ///< of every job; empty: a small JSON object
    qint64 payloadSize = 0; ///< whole size of a payload that is cut
    QByteArray field; ///< of the record, "payload"; empty: it has none
    bool failing = false; ///< every question is answered by an error

private:
    void add(const QString &name, QLatin1StringView kind,
             const std::vector<std::pair<QLatin1StringView, std::vector<QByteArray>>> &keys);
    void share();
    void set(std::size_t row, QLatin1StringView figure, double value);
    [[nodiscard]] ElementsPage jobs(const ElementsQuery &query, QLatin1StringView kind) const;
    [[nodiscard]] ElementsPage ranks(const ElementsQuery &query) const;
    [[nodiscard]] ElementsPage people(const ElementsQuery &query) const;
    [[nodiscard]] Element place(qint64 rank) const;
    [[nodiscard]] JobDetail detail(const JobQuery &query) const;

    QByteArray m_before;
    std::shared_ptr<Workspace> m_workspace;
    std::shared_ptr<SnapshotLayout> m_layout;
    std::vector<double> m_figures;
    SnapshotPtr m_last;
    std::chrono::milliseconds m_now;
    int m_second = 0;
};

} // namespace plimsoll::testing

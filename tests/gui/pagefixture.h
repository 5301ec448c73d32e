// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/types/browse.h"
#include "redis/types/snapshot.h"

#include <functional>
#include <optional>
#include <vector>

namespace plimsoll::testing {

/// A workspace with a collection of every kind, ticks of it with stories in them (a queue that grows, jobs that turn
/// stale, a game), and answers to what its pages ask: what poller and browser would send, without a server.
class PageFixture {
public:
    /// `queues`: number of queues; the first tells a story. `before` is put before every foreign text: names, keys,
    /// elements, errors. `shards`: number of keys of the leaderboard and of the set.
    explicit PageFixture(int queues = 1, const QByteArray &before = {}, int shards = 1);

    /// Fifteen minutes of ticks, a gap in their middle, into the history.
    void fillHistory(models::History &history, int ticks = 900);
    /// The next second.
    SnapshotPtr tick();
    [[nodiscard]] SnapshotPtr last() const { return m_last; }
    [[nodiscard]] std::size_t indexOf(QLatin1StringView kind) const;

    /// The browser's answer.
    [[nodiscard]] BrowseResult answer(quint64 id, std::size_t collection, const BrowseRequest::Query &query) const;
    [[nodiscard]] BrowseResult answer(const BrowseRequest &asked) const
    {
        return answer(asked.id, asked.collection, asked.query);
    }

    qint64 readyJobs = 1165; ///< size of the ready list that pages show
    int repeatedLeaders = 0; ///< number of top members repeated in a second shard, each with an entry in the head
    double staleJobs = unknownFigure; ///< in the first queue; unknown: as in its story
    double deadJobs = unknownFigure;
    double oldestProcessingMs = unknownFigure; ///< of every queue
    std::optional<Problem> problem; ///< of the first queue, in place of its stale jobs
    int jobShift = 0; ///< number of jobs that have left at the front
    QByteArray payload; ///< payload of every job; empty: a small JSON object
    qint64 payloadSize = 0; ///< whole size of a payload that is cut
    QByteArray field; ///< the record's field "payload"; empty: the record lacks it
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

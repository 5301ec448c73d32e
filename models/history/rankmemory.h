// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/types/browse.h"

#include <QHash>

#include <deque>

namespace plimsoll::models {

/// Ranks and scores of a leaderboard's pages over a day, thinned out with age. Bounded: about 300 pages of 200 members.
/// A plain value.
class RankMemory {
public:
    struct Place {
        qint64 rank = 0;
        double score = unknownFigure;
    };
    struct Page {
        std::chrono::milliseconds time{};
        qint64 firstRank = 0, endRank = 0; ///< range of ranks that were read
        QHash<QByteArray, Place> places;

        [[nodiscard]] bool covers(qint64 rank) const { return rank >= firstRank && rank < endRank; }
    };

    void remember(const ElementsPage &page);
    void clear() { m_pages.clear(); }

    /// The page before the newest, or null.
    [[nodiscard]] const Page *previous() const;
    /// The page nearest to `time`, except the newest, or null.
    [[nodiscard]] const Page *at(std::chrono::milliseconds time) const;
    [[nodiscard]] Series scoresOf(const QByteArray &member, Span span) const;
    [[nodiscard]] std::size_t size() const { return m_pages.size(); }

private:
    void thin();

    std::deque<Page> m_pages; ///< oldest first
};

} // namespace plimsoll::models

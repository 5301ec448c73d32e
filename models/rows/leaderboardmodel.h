// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "models/history/rankmemory.h"
#include "models/table/tablemodel.h"
#include "redis/types/browse.h"

#include <optional>

namespace plimsoll::models {

/// Change of a row since an earlier page.
struct RankChange {
    bool known = false;
    bool isNew = false; ///< its rank was read earlier and had another member
    qint64 ranks = 0; ///< positive is up
    double score = 0;
    friend bool operator==(const RankChange &, const RankChange &) = default;
};

struct RankRow {
    Element element;
    qint64 rank = 0; ///< 0 is best
    int separator = 0; ///< 1, 2: a row "…"; 0: a member
    double bar = 0;
    bool tieAbove = false, tieBelow = false;
    bool pinned = false;
    bool isOfPage = false;
    RankChange sinceLast, sinceReference;
};

/// A page of ranks: member, score, bar, and the changes of rank and score since the previous page and a chosen time. A
/// looked-up member stays in view with its neighbours, after a row "…" if ranks are left out. GUI thread.
class LeaderboardModel final : public TableModel<RankRow> {
    Q_OBJECT

public:
    enum Column { RankColumn, MemberColumn, ScoreColumn, BarColumn, GainColumn, ChangeColumn };
    enum Role {
        RankRole = OwnRole, ///< qint64, 1 is best
        LastRankChangeRole, ///< int since the previous page, positive is up; invalid if unknown
        TieRole, ///< bool: same score as the row above or below
    };

    explicit LeaderboardModel(QObject *parent = nullptr);

    void apply(const ElementsPage &page);
    /// Keeps a looked-up member in view; ignores an answer without the member.
    void setPinned(const MemberAnswer &answer);
    void clearPinned();
    /// Shows changes since about `time`; nullopt: since the previous page.
    void setReference(std::optional<std::chrono::milliseconds> time);
    void clear();

    /// Time of the page compared with; nullopt: none yet.
    [[nodiscard]] std::optional<std::chrono::milliseconds> referenceTime() const;
    /// Number of rows that share their score with another.
    [[nodiscard]] int tieCount() const;
    /// Number of members found in several shards.
    [[nodiscard]] int repeatedCount() const;
    /// Scores of a member in the pages seen, for the chart of the top.
    [[nodiscard]] Series scoresOf(const QByteArray &member, Span span) const { return m_memory.scoresOf(member, span); }
    /// Null for a separator.
    [[nodiscard]] const Element *elementAt(int row) const;
    /// False for a separator and for rows shown only because of a look-up.
    [[nodiscard]] bool isOfPage(int row) const;
    [[nodiscard]] int rowOf(const QByteArray &member) const; ///< -1 if not in view
    /// Rows as tab-separated text, for the clipboard.
    [[nodiscard]] QString asText(const QModelIndexList &rows) const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void rebuild();
    [[nodiscard]] std::vector<RankRow> makeRows() const;
    void fill(std::vector<RankRow> &rows);
    [[nodiscard]] RankChange changeSince(const RankMemory::Page *before, const RankRow &row) const;

    ElementsPage m_page;
    std::optional<MemberAnswer> m_pinned;
    std::optional<std::chrono::milliseconds> m_reference;
    RankMemory m_memory;
    double m_bestScore = unknownFigure; ///< last known score of rank 0, the length of a full bar
    double m_barBase = 0; ///< score at the start of the bars
};

} // namespace plimsoll::models

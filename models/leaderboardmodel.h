// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "models/rankmemory.h"
#include "models/rowsmodel.h"
#include "redis/types/browse.h"

#include <optional>
#include <vector>

namespace plimsoll::models {

/// A page of ranks: member, score, bar, and the changes of rank and score since the previous page and a chosen time. A
/// looked-up member stays in view with its neighbours, after a row "…" if ranks are left out. GUI thread.
class LeaderboardModel final : public RowsModel {
    Q_OBJECT

public:
    enum Column { RankColumn, MemberColumn, ScoreColumn, BarColumn, GainColumn, ChangeColumn, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        BytesRole, ///< QByteArray: the member; empty for a separator
        RankRole, ///< qint64, 1 is best
        BarRole, ///< double, 0–1, from the start of the bars to the best score
        RankChangeRole, ///< int since the reference, positive is up; invalid if unknown
        ScoreChangeRole, ///< double since the reference; invalid if unknown
        LastRankChangeRole, ///< since the previous page
        LastScoreChangeRole,
        TieRole, ///< bool: same score as the row above or below
        PinnedRole, ///< bool: the looked-up member
        SeparatorRole, ///< bool: a row "…"
        ChangedRole, ///< bool: the last page changed rank or score
        MonospaceRole, ///< bool
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

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    /// Change of a row since an earlier page.
    struct Change {
        bool known = false;
        bool isNew = false; ///< its rank was read earlier and had another member
        qint64 ranks = 0; ///< positive is up
        double score = 0;
        friend bool operator==(const Change &, const Change &) = default;
    };
    struct Row {
        Element element;
        qint64 rank = 0; ///< 0 is best
        int separator = 0; ///< 1, 2: a row "…"; 0: a member
        double bar = 0;
        bool tieAbove = false, tieBelow = false;
        bool pinned = false;
        bool isOfPage = false;
        Change sinceLast, sinceReference;
    };

    void rebuild();
    [[nodiscard]] std::vector<Row> makeRows() const;
    void fill(std::vector<Row> &rows);
    [[nodiscard]] Change changeSince(const RankMemory::Page *before, const Row &row) const;
    [[nodiscard]] const Row &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] static bool same(const Row &a, const Row &b);
    [[nodiscard]] QString text(const Row &row, int column) const;
    [[nodiscard]] static QString changeText(const Row &row);
    [[nodiscard]] static QString toolTip(const Row &row, int column);
    [[nodiscard]] QVariant sortValue(const Row &row, int column) const;

    ElementsPage m_page;
    std::optional<MemberAnswer> m_pinned;
    std::optional<std::chrono::milliseconds> m_reference;
    RankMemory m_memory;
    double m_bestScore = unknownFigure; ///< last known score of rank 0, the length of a full bar
    double m_barBase = 0; ///< score at the start of the bars
    std::vector<Row> m_rows;
};

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "models/rankmemory.h"
#include "models/rowsmodel.h"
#include "redis/types/browse.h"

#include <optional>
#include <vector>

namespace plimsoll::models {

/// A page of ranks: member, score, bar, and how rank and score changed since the page before and since a chosen time.
/// A member that was looked up stays in view with its neighbours, after a row "…" where ranks are left out.
/// GUI thread.
class LeaderboardModel final : public RowsModel {
    Q_OBJECT

public:
    enum Column { RankColumn, MemberColumn, ScoreColumn, BarColumn, GainColumn, ChangeColumn, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        BytesRole, ///< QByteArray: the member; empty on a separator
        RankRole, ///< qint64, 1 is best
        BarRole, ///< double, 0–1 from where bars begin to the best score
        RankChangeRole, ///< int since the reference, positive is up; invalid when not known
        ScoreChangeRole, ///< double since the reference; invalid when not known
        LastRankChangeRole, ///< the same since the page before
        LastScoreChangeRole,
        TieRole, ///< bool: the score of the row above or below
        PinnedRole, ///< bool: the member that was looked up
        SeparatorRole, ///< bool: a row "…"
        ChangedRole, ///< bool: rank or score changed with the last page
        MonospaceRole, ///< bool
    };

    explicit LeaderboardModel(QObject *parent = nullptr);

    void apply(const ElementsPage &page);
    /// Keeps a looked-up member in view; an answer that did not find it pins nothing.
    void setPinned(const MemberAnswer &answer);
    void clearPinned();
    /// Changes are counted since about this time; nullopt: since the page before.
    void setReference(std::optional<std::chrono::milliseconds> time);
    void clear();

    /// When what is compared with was read; nullopt: nothing yet.
    [[nodiscard]] std::optional<std::chrono::milliseconds> referenceTime() const;
    /// How many rows share their score with another.
    [[nodiscard]] int tieCount() const;
    /// How many of them are in several shards.
    [[nodiscard]] int repeatedCount() const;
    /// The scores of a member as far as pages with it were seen, for the chart of the top.
    [[nodiscard]] Series scoresOf(const QByteArray &member, Span span) const { return m_memory.scoresOf(member, span); }
    /// Null on a separator.
    [[nodiscard]] const Element *elementAt(int row) const;
    /// False on a separator, and on who is there for having been looked up.
    [[nodiscard]] bool isOfPage(int row) const;
    [[nodiscard]] int rowOf(const QByteArray &member) const; ///< -1 when it is not in view
    /// Rows as tab-separated text, for the clipboard.
    [[nodiscard]] QString asText(const QModelIndexList &rows) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    /// How a row stands against an earlier one.
    struct Change {
        bool known = false;
        bool isNew = false; ///< its rank was read then, with another member
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
    double m_bestScore = unknownFigure; ///< of rank 0 when it was seen last; bars are against it
    double m_barBase = 0; ///< where they begin
    std::vector<Row> m_rows;
};

} // namespace plimsoll::models

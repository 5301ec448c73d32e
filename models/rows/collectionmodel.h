// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/sentence.h"
#include "models/table/tablemodel.h"
#include "redis/types/alert.h"

#include <chrono>
#include <optional>

namespace plimsoll::models {

class History;

struct CollectionRow {
    std::size_t collection = 0; ///< index in the workspace
    double change = unknownFigure; ///< displayed change per minute; only with every kind
    double latest = 0; ///< the change that it does not contain (Rate::latest)
    std::chrono::milliseconds since{}; ///< displayed duration of the state
    std::chrono::milliseconds trouble{}; ///< displayed duration of the trouble
    QString figureSince{}; ///< "stale since 14:32", of the headline figure, if the state began at another time
    bool isChanged = false; ///< the last snapshot changed a text
};

/// Every collection as a row. With one kind (setKind), the columns are name, kind, state, the figures of the kind and
/// the trend. With all kinds, they are the headline figure (the main one, or the one in trouble) with its change per
/// minute and trend, and the sentence. GUI thread.
class CollectionModel final : public TableModel<CollectionRow> {
    Q_OBJECT

public:
    enum Role {
        RowRole = OwnRole, ///< index of the collection in the workspace (int)
        CollectionKeysRole, ///< QStringList: keys as written and as polled, for the filter
        FigureTitleRole, ///< QString: name of what the figure counts ("ready")
        FigureRole, ///< int: index of the figure; invalid in other columns
        TroubleRole, ///< double, higher is worse: state, then growth (state only for a past time)
        KindRole, ///< QString id
        ShortStateRole, ///< QString: the state without the trouble before it, where room is short
        ShortChangeRole, ///< QString: change per minute below a title that says so
    };
    enum Column {
        NameColumn,
        KindColumn,
        StateColumn,
        FirstFigureColumn,
        ChangeColumn, ///< this and the following only with every kind
        TrendColumn,
        SentenceColumn,
    };
    /// Maximum number of values of TrendRole.
    static constexpr int trendLength = 60;

    explicit CollectionModel(const History *history, QObject *parent = nullptr);

    /// Sets the clauses of each kind's sentence; without them the sentence tells only problems.
    /// Shows one kind with all its figures; null shows every kind with one figure each.
    void setKind(const KindInfo *kind);
    /// Shows a snapshot that History already has. If the workspace changed, rows are removed, moved and inserted in
    /// contiguous ranges; otherwise only rows whose text changed are signalled.
    void apply(const SnapshotPtr &snapshot);

    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }
    /// Index of the collection shown in a row.
    [[nodiscard]] std::size_t collectionAt(int row) const { return rowAt(row).collection; }

private:
    using Row = CollectionRow;
    using FigureOf = std::function<int(const Row &)>;

    [[nodiscard]] Columns columnsOf(const KindInfo *kind) const;
    [[nodiscard]] TableColumn<Row> figureColumn(const char *title, const FigureOf &figureOf) const;
    [[nodiscard]] const SnapshotLayout::Row &layoutOf(const Row &row) const
    {
        return m_snapshot->layout->rows[row.collection];
    }
    [[nodiscard]] Row rowOf(const Snapshot &snapshot, std::size_t collection, bool isChanged) const;
    [[nodiscard]] double trouble(const Row &row) const;
    [[nodiscard]] int trendFigure(std::size_t collection) const;
    [[nodiscard]] QVariant trend(std::size_t collection) const;
    [[nodiscard]] double trendLimit(std::size_t collection) const;
    [[nodiscard]] State figureState(std::size_t collection, int figure) const;
    [[nodiscard]] QString figureText(std::size_t collection, int figure) const;
    [[nodiscard]] QString figureTip(std::size_t collection, int figure) const;
    [[nodiscard]] bool figureChanged(std::size_t collection, int figure) const;
    [[nodiscard]] QString changeTip(const Row &row) const;
    [[nodiscard]] QString stateTip(const Row &row) const;
    [[nodiscard]] std::optional<StateSince> since(std::size_t collection) const;
    [[nodiscard]] std::optional<StateSince> troubleSince(std::size_t collection) const;
    [[nodiscard]] QString stateOf(std::size_t collection) const;
    [[nodiscard]] QString shortStateOf(std::size_t collection) const;
    [[nodiscard]] State stateAt(std::size_t collection) const;
    [[nodiscard]] bool isUnrecorded(std::size_t collection) const;
    /// True for a snapshot of a past time.
    [[nodiscard]] bool isPast(const SnapshotPtr &snapshot) const;
    [[nodiscard]] static std::chrono::milliseconds durationShown(const std::optional<StateSince> &state,
                                                                 const Snapshot &snapshot);
    [[nodiscard]] Rate frontRate(std::size_t collection) const;
    [[nodiscard]] QString sentenceOf(const Row &row) const;
    [[nodiscard]] QString figureSinceOf(const Snapshot &snapshot, std::size_t collection, int figure) const;
    [[nodiscard]] QString problemsOf(const Row &row) const;
    [[nodiscard]] QString spoken(const Row &row) const;
    [[nodiscard]] QStringList keysOf(std::size_t collection) const;

    [[nodiscard]] std::vector<Row> rowsOf(const Snapshot &snapshot) const;
    void changeLayout(const SnapshotPtr &snapshot);
    void updateFigures(const SnapshotPtr &snapshot);
    [[nodiscard]] bool readsDifferently(const Snapshot &snapshot, std::size_t collection) const;

    const History *m_history;
    const KindInfo *m_kind = nullptr;
    SnapshotPtr m_snapshot;
    SnapshotPtr m_previous; ///< previous snapshot of the same layout, or null
    bool m_wasPast = false;
};

} // namespace plimsoll::models

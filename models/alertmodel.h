// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerttext.h"
#include "models/rowsmodel.h"
#include "models/span.h"

#include <vector>

namespace plimsoll::models {

class History;

/// Alerts as rows: those that are active, the worst first and of these what nobody has taken, or those that are over,
/// newest first. Identity is the alert's id. While rows are held none moves and none goes: what is over says so, and
/// what is new comes behind. GUI thread.
class AlertModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< the number of the column: Unix ms, ms
        IdRole, ///< QString
        SeverityRole, ///< int of State: as it is now; of the past nothing is wrong any more
        TrendRole, ///< QVector<float>: the figure over the last quarter of an hour
        LimitRole, ///< double: what it is beyond; not known where there is no line to draw
        FaintRole, ///< bool: grey
        FilterRole, ///< everything a filter looks at
    };
    enum class Column { State, Collection, What, Trend, Since, Lasted, Taken, Ended };
    enum class Shows { Active, Past };

    /// More than anybody looks through; of those that are active the worst. Those that are over come in so many at a
    /// time, as somebody scrolls down to them.
    static constexpr std::size_t mostRows = 500;
    /// What a row shows of its figure.
    static constexpr Span course = Span::QuarterHour;
    /// There may be more of the past behind as many as this; fewer are all.
    static constexpr std::size_t wholePage = 1'000;

    explicit AlertModel(Shows shows, QObject *parent = nullptr) : RowsModel(parent), m_shows(shows) { }

    /// Of the snapshot is what they are now; null: there is none yet. `history`: for trends; null: none are drawn.
    void apply(const std::vector<Alert> &alerts, const SnapshotPtr &snapshot, const History *history, bool held);
    /// Of the past: what was over before that one, as it was asked for.
    void append(const QString &before, const std::vector<Alert> &older);
    /// Behind the last row there may be others.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    /// Which operations ended what: as the journal gives them.
    void setOperations(const std::vector<OperationReport> &operations);
    /// What collections lost, active or over: where that ended an alert, it says so.
    void setLosses(const std::vector<Alert> &losses);

    [[nodiscard]] const Alert &alertAt(int row) const { return m_rows[static_cast<std::size_t>(row)].alert; }
    /// Its collection's row of the snapshot where it has a figure with a course; -1: it has none.
    [[nodiscard]] int courseOf(int row) const;
    /// -1 when it is not there.
    [[nodiscard]] int rowOf(const QString &alert) const;
    [[nodiscard]] int columnOf(Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

signals:
    void moreWanted(const QString &before); ///< the id of the last that is there

private:
    struct Row {
        Alert alert;
        AlertPlace place;
        QString what, since, taken; ///< of one that is active; of the past it is made as it is shown
        [[nodiscard]] QByteArray key() const { return alert.id.toUtf8(); }
    };

    [[nodiscard]] std::span<const Column> columns() const;
    [[nodiscard]] Row made(const Alert &alert) const;
    [[nodiscard]] QString text(const Row &row, Column column) const;
    [[nodiscard]] QVariant raw(const Row &row, Column column) const;
    [[nodiscard]] QString hover(const Row &row, Column column) const;
    [[nodiscard]] QVector<float> trend(const Row &row) const;
    void show(std::vector<Row> next, bool held);
    [[nodiscard]] static bool isSame(const Row &a, const Row &b);
    /// The newest of the past; what was read of the older ones stays behind them.
    void applyPast(const std::vector<Alert> &alerts, bool held);
    /// Done, where all that is new comes before all there is.
    [[nodiscard]] bool grownAtTop(const std::vector<Row> &newest);
    [[nodiscard]] const Alert *oldest() const;

    Shows m_shows;
    SnapshotPtr m_snapshot;
    std::shared_ptr<const SnapshotLayout> m_layout;
    QHash<QString, int> m_places; ///< rows of the layout by name
    const History *m_history = nullptr;
    std::vector<OperationReport> m_operations;
    std::vector<Alert> m_losses;
    std::chrono::milliseconds m_now{};
    bool m_hasMore = false, m_isReading = false;
    bool m_isInOrder = true; ///< none was held in another place
    std::vector<Row> m_rows;
};

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alerttext.h"
#include "models/text/span.h"
#include "models/table/tablemodel.h"

namespace plimsoll::models {

class History;

struct AlertRow {
    Alert alert;
    AlertPlace place;
    QString what, since, taken; ///< texts of active alerts; those of past alerts are made on demand
};

/// Alerts as rows: active ones, the worst and not acknowledged first, or past ones, newest first. A row's identity is
/// the alert's ID. While rows are held they do not move or disappear: ended alerts are marked, and new ones are
/// appended. GUI thread.
class AlertModel final : public TableModel<AlertRow> {
    Q_OBJECT

public:
    enum class Column { State, Collection, What, Trend, Since, Lasted, Taken, Ended };
    enum class Shows { Active, Past };

    /// Maximum number of active alerts, the worst ones. Past alerts are loaded in pages when the user scrolls.
    static constexpr std::size_t mostRows = 500;
    /// Length of a row's trend.
    static constexpr Span course = Span::QuarterHour;
    /// A page of this size may be followed by more past alerts; a smaller one is the last.
    static constexpr std::size_t wholePage = 1'000;

    explicit AlertModel(Shows shows, QObject *parent = nullptr);

    /// `snapshot`: current values; null: none yet. `history`: for trends; null: draws none.
    void apply(const std::vector<Alert> &alerts, const SnapshotPtr &snapshot, const History *history, bool held);
    /// Appends past alerts that ended before `before`, as requested by moreWanted().
    void append(const QString &before, const std::vector<Alert> &older);
    /// True if there may be more past alerts.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    /// Sets the operations that may have ended alerts, in the journal's order.
    void setOperations(const std::vector<OperationReport> &operations);
    /// Sets loss alerts, active or past, which may have ended other alerts.
    void setLosses(const std::vector<Alert> &losses);
    /// Sets the resolved alerts, for active rows that are held though their alert has ended.
    void setResolved(const std::vector<Alert> &resolved);

    [[nodiscard]] const Alert &alertAt(int row) const { return rowAt(row).alert; }
    /// Row of the collection in the snapshot if the alert's figure has a trend; else -1.
    [[nodiscard]] int courseOf(int row) const;
    /// -1 if not found.
    [[nodiscard]] int rowOf(const QString &alert) const;
    [[nodiscard]] int columnOf(Column column) const;

signals:
    void moreWanted(const QString &before); ///< `before` is the ID of the last row

private:
    [[nodiscard]] AlertRow made(const Alert &alert) const;
    [[nodiscard]] QString what(const AlertRow &row) const;
    [[nodiscard]] QString taken(const AlertRow &row) const;
    [[nodiscard]] StateSince levelSince(const AlertRow &row) const;
    [[nodiscard]] QString timeTip(const AlertRow &row) const;
    [[nodiscard]] QVector<float> trend(const AlertRow &row) const;
    void signalColumn(Column column, const QList<int> &roles = {});
    void showHeld(std::vector<AlertRow> next, bool held);
    [[nodiscard]] static bool isSame(const AlertRow &a, const AlertRow &b);
    /// Shows the newest past alerts; older ones that were read stay after them.
    void applyPast(const std::vector<Alert> &alerts, bool held);
    /// Inserts the new alerts at the top and returns true if all are newer than the existing ones.
    [[nodiscard]] bool grownAtTop(const std::vector<AlertRow> &newest);
    [[nodiscard]] const Alert *oldest() const;

    Shows m_shows;
    std::span<const ShownColumn<Column>> m_shown;
    SnapshotPtr m_snapshot;
    std::shared_ptr<const SnapshotLayout> m_layout;
    QHash<QString, int> m_places; ///< rows of the layout by name
    const History *m_history = nullptr;
    std::vector<OperationReport> m_operations;
    std::vector<Alert> m_losses, m_resolved;
    std::chrono::milliseconds m_now{};
    bool m_hasMore = false, m_isReading = false;
    bool m_isInOrder = true; ///< all rows are in order
};

} // namespace plimsoll::models

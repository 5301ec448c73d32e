// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/alertmodel.h"
#include "views/widgets/card.h"

#include <QStringList>

#include <chrono>
#include <set>
#include <vector>

class QComboBox;
class QSortFilterProxyModel;
class QStackedWidget;

namespace plimsoll::models {
class History;
}

namespace plimsoll::views {

class ElidedLabel;
class Notice;
class TableView;

/// A table of active or past alerts, with filters. GUI thread.
class AlertsCard final : public Card {
    Q_OBJECT

public:
    AlertsCard(models::AlertModel::Shows shows, Theme *theme, QWidget *parent = nullptr);

    /// Shows alerts; rows under the pointer or selected keep their place. `areNew` is true if `alerts` changed.
    void show(const std::vector<Alert> &alerts, bool areNew, const SnapshotPtr &snapshot,
              const models::History *history);
    /// The page was left: the next show() puts all rows in order, and lets go those that are resolved.
    void release() { m_isReleased = true; }
    /// Appends the alerts that ended before `before`, as requested by moreWanted().
    void append(const QString &before, const std::vector<Alert> &older);
    void setOperations(const std::vector<OperationReport> &operations);
    void setLosses(const std::vector<Alert> &losses);
    void setResolved(const std::vector<Alert> &resolved);
    void setFilter(const QString &text);
    /// Sets the placeholder shown without any alert.
    void setEmpty(const QString &heading, const QString &text, State state = State::Ok);
    /// Returns the collections of the visible rows that have a sparkline, in workspace order.
    [[nodiscard]] std::vector<std::size_t> shownCourses() const;
    /// Sets the text at the right above the table.
    void setHint(const QString &text);
    /// Selects an alert; returns false if it is not listed.
    bool select(const QString &alert);
    void clearSelection();

    [[nodiscard]] QStringList selected() const;
    /// Returns the alert selected last; null if none.
    [[nodiscard]] const Alert *current() const;
    [[nodiscard]] TableView *table() const { return m_table; }

signals:
    void selectionChanged();
    void opened(); ///< opens current()
    void moreWanted(const QString &before); ///< the user reached the end of the loaded alerts

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitWhat();
    class Filter;
    void fillChoices();
    void fillCollections(const std::vector<Alert> &alerts);
    void choose();
    void showContent();
    [[nodiscard]] bool isHeld() const;

    models::AlertModel *m_model;
    Filter *m_filter;
    TableView *m_table;
    QStackedWidget *m_stack;
    Notice *m_notice;
    QComboBox *m_which, *m_collection;
    ElidedLabel *m_hint;
    models::AlertModel::Shows m_shows;
    std::vector<Alert> m_alerts;
    std::set<QString> m_names; ///< subjects of the older alerts
    bool m_wasHeld = false;
    bool m_isReleased = false; ///< the page was left since the last show()
    int m_what = 0; ///< least width of the column of figures and limits; px
    std::chrono::milliseconds m_now{};
    QString m_emptyHeading, m_emptyText;
    State m_emptyState = State::Ok;
};

} // namespace plimsoll::views

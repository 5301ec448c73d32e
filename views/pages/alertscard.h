// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alertmodel.h"
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

/// A table of alerts with what is chosen of them: those that are active, or those that are over. GUI thread.
class AlertsCard final : public Card {
    Q_OBJECT

public:
    AlertsCard(models::AlertModel::Shows shows, Theme *theme, QWidget *parent = nullptr);

    /// Rows that a person points at, or has selected, stay where they are. `areNew`: they are others than before.
    void show(const std::vector<Alert> &alerts, bool areNew, const SnapshotPtr &snapshot,
              const models::History *history);
    /// What was over before that one, as moreWanted() asked.
    void append(const QString &before, const std::vector<Alert> &older);
    void setOperations(const std::vector<OperationReport> &operations);
    void setLosses(const std::vector<Alert> &losses);
    void setFilter(const QString &text);
    /// What stands in place of rows where there is no alert at all.
    void setEmpty(const QString &heading, const QString &text, State state = State::Ok);
    /// Of the collections of the rows that are on screen, those with a course, in the order of the workspace.
    [[nodiscard]] std::vector<std::size_t> shownCourses() const;
    /// At the right over the table.
    void setHint(const QString &text);
    /// False when it is not among them.
    bool select(const QString &alert);
    void clearSelection();

    [[nodiscard]] QStringList selected() const;
    /// The one that was selected last; null: none is.
    [[nodiscard]] const Alert *current() const;
    [[nodiscard]] TableView *table() const { return m_table; }

signals:
    void selectionChanged();
    void opened(); ///< the current one
    void moreWanted(const QString &before); ///< a person has come to the end of those that are read

private:
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
    std::set<QString> m_names; ///< what the older ones are about
    bool m_wasHeld = false;
    std::chrono::milliseconds m_now{};
    QString m_emptyHeading, m_emptyText;
    State m_emptyState = State::Ok;
};

} // namespace plimsoll::views

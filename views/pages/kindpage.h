// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

#include <QElapsedTimer>

#include <chrono>
#include <optional>

class QStackedWidget;

namespace plimsoll::models {
class CollectionModel;
class CollectionSortModel;
} // namespace plimsoll::models

namespace plimsoll::views {

class CollectionPage;
class ElidedLabel;
class Notice;
class OperationGate;
class TableView;

/// The page of one kind: the table of its collections, and inside it the page of the collection that is open.
/// With one collection only, that one is open at once.
class KindPage final : public Page {
    Q_OBJECT

public:
    KindPage(const KindInfo *kind, const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setOld(bool old) override;
    /// The list and the collection that is open have each their own.
    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override;
    [[nodiscard]] std::vector<Element> shownElements() const override;
    void setPageRows(int rows) override;
    bool back() override;
    bool stepBack() override;
    [[nodiscard]] bool hasElements() const override;
    [[nodiscard]] std::set<std::size_t> shown() const override;
    [[nodiscard]] std::optional<std::size_t> currentCollection() const override;

    void openCollection(std::size_t collection) override;

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QWidget *makeList();
    [[nodiscard]] bool isOpen() const;
    void refresh();
    void followLayout(const SnapshotPtr &before);
    void showCounts();
    void wantTrends();
    void showList();

    const KindInfo *m_kind;
    models::CollectionModel *m_model;
    models::CollectionSortModel *m_sorted;
    QStackedWidget *m_levels; ///< the list, the open collection
    QStackedWidget *m_tableOrNotice = nullptr;
    TableView *m_table = nullptr;
    Notice *m_notice = nullptr;
    ElidedLabel *m_counts = nullptr;
    OperationGate *m_gate = nullptr; ///< of the page: an earlier period is only looked at; null: the window has none
    CollectionPage *m_page = nullptr; ///< made when the first collection is opened
    SnapshotPtr m_snapshot;
    QElapsedTimer m_idle; ///< since the person last moved in the table
    std::optional<std::chrono::milliseconds> m_sortedMoment; ///< a past one whose order they are in
    bool m_behind = false; ///< a snapshot came while hidden
    int m_pageRows = defaultPageRows;
    bool m_old = false;
};

} // namespace plimsoll::views

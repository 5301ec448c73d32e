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
class Card;
class ElidedLabel;
class KindSummary;
class Notice;
class OperationGate;
class TableView;

/// The page of one kind: the table of its collections, with a summary of a few below it, and the page of the open one.
/// A single collection is opened at once. GUI thread.
class KindPage final : public Page {
    Q_OBJECT

public:
    KindPage(const KindInfo *kind, const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setOld(bool old) override;
    /// Filters the list or the open collection, which have separate filters.
    void setFilter(const QString &text) override;
    void search() override;
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
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeList();
    [[nodiscard]] bool isOpen() const;
    void refresh();
    void followLayout(const SnapshotPtr &before);
    void showCounts();
    void wantTrends();
    void showSummary();
    void fitTable();
    void showList();

    const KindInfo *m_kind;
    models::CollectionModel *m_model;
    models::CollectionSortModel *m_sorted;
    QStackedWidget *m_levels; ///< list, open collection
    QWidget *m_list = nullptr; ///< null until it is shown; so are its parts
    QStackedWidget *m_tableOrNotice = nullptr;
    TableView *m_table = nullptr;
    Card *m_card = nullptr; ///< with the table
    KindSummary *m_summary = nullptr;
    Notice *m_notice = nullptr;
    ElidedLabel *m_counts = nullptr;
    OperationGate *m_gate = nullptr; ///< disabled for past periods; null without a window
    CollectionPage *m_page = nullptr; ///< null until a collection is opened
    SnapshotPtr m_snapshot;
    std::optional<std::size_t> m_wanted; ///< collection to open with the first snapshot
    QElapsedTimer m_idle; ///< since the user last moved in the table
    std::optional<std::chrono::milliseconds> m_sortedMoment; ///< past moment that determined the order
    bool m_behind = false; ///< true if a snapshot arrived while hidden
    int m_pageRows = defaultPageRows;
    bool m_old = false;
};

} // namespace plimsoll::views

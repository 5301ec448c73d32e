// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/theme/px.h"

#include <QElapsedTimer>
#include <QWidget>

#include <chrono>
#include <optional>
#include <vector>

class QListView;

namespace plimsoll::models {
class CollectionSortModel;
}

namespace plimsoll::views {

class Card;
class CollectionCardDelegate;
class RankRange;
struct PageContext;

/// The collections of the overview by rank: those in trouble as cards, filled up to whole rows with the fastest
/// growing, and the others as lines next to the chart. A few collections are all cards, and so are all
/// in a low window. GUI thread.
class OverviewCards final : public QWidget {
    Q_OBJECT

public:
    /// Takes ownership of the chart.
    OverviewCards(const PageContext &context, models::CollectionSortModel *ranked, QWidget *chart,
                  QWidget *parent = nullptr);

    /// Orders the collections by the current figures.
    void rank();
    /// Sets for how long a row of cards stays after the last collection in trouble left it, so that nothing moves while
    /// a figure goes back and forth around its limit.
    void setRowKept(std::chrono::milliseconds time) { m_rowKept = time; }
    /// Lets the number of rows follow the collections in trouble at once.
    void forgetRows() { m_held = 0; }
    /// Decides again which collections are cards, after the filter or the collections changed.
    void arrange() { arrange(currentCollection()); }
    void showChart(bool shown);
    /// Updates the title of the lines after a state changed.
    void showStates();
    /// False: figures are old or not recorded, so a state may have changed.
    void setKnown(bool known);
    /// Sets the text on outdated cards: the time of their figures.
    void setTimeText(const QString &time);
    /// Repaints the sparklines.
    void repaintTrends();
    /// Moves the keyboard to the current collection, or the first.
    void takeKeyboard();

    /// True if the user moved or typed over the collections within this time and is still there.
    [[nodiscard]] bool isTouchedWithin(std::chrono::milliseconds time) const;
    void forgetTouch() { m_touched.invalidate(); }
    /// Returns the collection with the keyboard focus; nullopt if none.
    [[nodiscard]] std::optional<std::size_t> currentCollection() const;
    /// Visible collections, in the order of the workspace.
    [[nodiscard]] std::vector<std::size_t> visibleCollections() const;

signals:
    void opened(std::size_t collection);
    void currentChanged();
    void scrolled(); ///< visibleCollections() changed

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static constexpr Px shortestChart{156}; ///< px; leaves three rows of cards in the smallest common window

    QListView *makeList(const PageContext &context, RankRange *rows);
    void buildLines(const PageContext &context);
    void arrange(std::optional<std::size_t> current);
    void fit();
    [[nodiscard]] int cardCount() const;
    [[nodiscard]] int troubleCount() const; ///< collections in trouble
    void holdCards();
    [[nodiscard]] int columns() const;
    bool moveAcross(QListView *from, int key);
    void setCurrent(std::size_t collection);

    models::CollectionSortModel *m_ranked;
    RankRange *m_cardRows, *m_lineRows;
    QListView *m_cards = nullptr, *m_lines = nullptr;
    CollectionCardDelegate *m_delegate = nullptr;
    Card *m_linesCard = nullptr;
    QWidget *m_chart;
    std::chrono::milliseconds m_rowKept{60'000};
    int m_held = 0; ///< collections that cards are kept for
    QElapsedTimer m_heldSince; ///< time since this number was last in trouble
    QElapsedTimer m_touched; ///< since the user last moved or typed over the collections
    bool m_isChartShown = false, m_isKnown = true;
    bool m_isLow = false; ///< all are cards
};

} // namespace plimsoll::views

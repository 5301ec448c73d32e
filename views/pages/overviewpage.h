// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "redis/types/alert.h"
#include "views/collection/deepestqueues.h"
#include "views/page/actions.h"
#include "views/page/page.h"

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace plimsoll::views {

class ElidedLabel;
class EventLine;
class OverviewCards;
class OverviewNews;

/// Shows what is wrong, where, since when, and whether it is getting worse: the collections, ranked by severity, and
/// the deepest queues over time. GUI thread.
class OverviewPage final : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setOld(bool old) override;
    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_sorted->filterText(); }

    /// Minimum delays before cards are reordered.
    struct Stillness {
        std::chrono::milliseconds afterTouch{30'000}; ///< after the user last moved or typed over the cards
        std::chrono::milliseconds afterState{3'000}; ///< between reorderings after a change of state
        std::chrono::milliseconds afterGrowth{60'000}; ///< between reorderings if only values grew
        std::chrono::milliseconds afterTrouble{60'000}; ///< before a row of cards that nothing needs any more goes
    };
    void setStillness(const Stillness &stillness);

    /// Returns the collection of the card with keyboard focus; nullopt if none.
    [[nodiscard]] std::optional<std::size_t> currentCollection() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    /// Before the first snapshot: shows that the page waits, or instructions if there are no collections.
    void setWorkspace(const WorkspacePtr &workspace);
    void setUnreachable(const QString &why);
    void buildChart();
    void advanceChart();
    void buildCards();
    QWidget *buildEmpty(const Actions &actions);
    void showContent();
    void showCounts();
    [[nodiscard]] std::span<const ServerEvent> newEvents() const;
    void offerEvent(const ServerEvent *event);
    void showDeepest();
    void wantTrends();
    /// Returns true if a past moment is shown.
    [[nodiscard]] bool isPast() const;
    void placeChart();
    void placeEvent();
    void rankIfStill(bool stateChanged);

    models::CollectionModel *m_model;
    models::CollectionSortModel *m_sorted;
    TimeChart *m_chart;
    DeepestQueues m_deepest;
    WorkspacePtr m_workspace;
    SnapshotPtr m_snapshot;
    std::vector<Alert> m_alerts; ///< active alerts, for those of the server itself
    QString m_unreachable;
    QElapsedTimer m_ranked; ///< since the cards were last ordered
    Stillness m_stillness;
    bool m_rankWanted = false;
    std::optional<std::chrono::milliseconds> m_rankedMoment; ///< past moment that determined the order
    QTimer m_clock; ///< advances the chart while figures are old
    bool m_old = false;
    ElidedLabel *m_counts = nullptr;
    QPushButton *m_showEvent = nullptr;
    QHBoxLayout *m_headRow = nullptr;
    EventLine *m_event = nullptr;
    OverviewNews *m_news = nullptr;
    QStackedWidget *m_stack = nullptr;
    QLabel *m_notice = nullptr;
    QWidget *m_empty = nullptr; ///< shown without collections
    OverviewCards *m_cards = nullptr; ///< with the chart
};

} // namespace plimsoll::views

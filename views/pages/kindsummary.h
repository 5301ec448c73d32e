// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/elementmodel.h"
#include "redis/types/snapshot.h"
#include "views/charts/timechart.h"
#include "views/page/page.h"
#include "views/theme/px.h"

#include <vector>

namespace plimsoll::views {

class Card;
class ElidedLabel;
class Question;
class TableView;
struct StateView;

/// Below the list of a kind with few collections: the figures of all of them over time, and the elements of the worst
/// one. Asks the server only while it is visible. GUI thread.
class KindSummary final : public QWidget {
    Q_OBJECT

public:
    /// Number of collections that charts can show.
    static constexpr int mostCollections = 6;
    static constexpr Px leastHeight{190}; ///< px

    KindSummary(const KindInfo *kind, const PageContext &context, QWidget *parent = nullptr);

    /// Shows these collections, the worst first.
    void apply(const SnapshotPtr &snapshot, const std::vector<std::size_t> &rows);

signals:
    void opened(std::size_t collection);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    TimeChart *addChart(int figure, const QString &name);
    void buildElements();
    [[nodiscard]] bool isPast() const; ///< elements are not recorded then
    void refresh();
    void show(TimeChart *chart, int figure, const std::vector<std::size_t> &rows);
    void askForElements();
    void takeElements(const ElementsPage &page);
    void place();

    const KindInfo *m_kind;
    PageContext m_context;
    ChartRange *m_range;
    int m_second; ///< figure of the second chart; -1: none
    TimeChart *m_chart, *m_secondChart = nullptr;
    Card *m_elements = nullptr;
    models::ElementModel *m_model = nullptr;
    TableView *m_table = nullptr;
    ElidedLabel *m_why = nullptr; ///< why there are no elements
    Question *m_question = nullptr;
    SnapshotPtr m_snapshot;
    std::vector<std::size_t> m_rows;
    Place m_asked; ///< collection of the elements
    QString m_state; ///< their state
};

} // namespace plimsoll::views

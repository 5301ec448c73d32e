// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::models {
class BandsModel;
}

namespace plimsoll::views {

class ElementsPanel;
class TableView;

/// Jobs by priority: how deep each band is and how long it waits, which one starves, the jobs of each. GUI thread.
class PriorityPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit PriorityPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void arrange();
    void fitBands();
    [[nodiscard]] Card *makeBands();
    [[nodiscard]] std::vector<TimeChart::Line> depth(const Figures &figures) const;
    [[nodiscard]] std::vector<TimeChart::Line> waits(const Figures &figures) const;
    [[nodiscard]] TileText longestTile(const Figures &figures) const;
    [[nodiscard]] TileText nextTile(const Figures &figures) const;
    [[nodiscard]] TileText emptyTile(const Figures &figures) const;
    [[nodiscard]] static bool mayHoldTimes(const Figures &figures);
    void showFlow(bool isTold);
    void explain(const Figures &figures);
    [[nodiscard]] QString whyStarving(const QStringList &starving, const QString &front, double since) const;

    ElementsPanel *m_jobs;
    TimeChart *m_depth;
    TimeChart *m_waits;
    models::BandsModel *m_model;
    TableView *m_table;
    QLabel *m_why;
    Card *m_bands;
    QWidget *m_charts;
    bool m_isLow = false; ///< the window: the jobs go before the charts
};

} // namespace plimsoll::views

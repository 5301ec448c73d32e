// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class HistogramChart;

/// Events by time: how many a minute, now and over time, when they happened, the newest of them. GUI thread.
class TimelinePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit TimelinePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showWhen(const Histogram &histogram);
    /// Time span of the bars: twelve windows.
    [[nodiscard]] std::chrono::milliseconds span() const;

    ElementsPanel *m_panel;
    HistogramChart *m_when;
    TimeChart *m_rate;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class HistogramChart;

/// Delayed jobs: what falls due in the next hour, how late the earliest is, the entries. GUI thread.
class SchedulePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit SchedulePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showDue(const Histogram &histogram);

    ElementsPanel *m_entries;
    HistogramChart *m_due;
    TimeChart *m_lag;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class HistogramChart;

/// Page of an expiry index: due entries and their delay, entries due within the hour, and whether the keys of entries
/// exist. GUI thread.
class ExpiryPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit ExpiryPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showDue(const Histogram &histogram);

    ElementsPanel *m_panel;
    HistogramChart *m_due;
    TimeChart *m_late;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class HistogramChart;

/// An index of what expires: what is due and how late, what falls due within the hour, and whether the keys that
/// entries stand for are there. GUI thread.
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

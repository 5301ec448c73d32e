// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class FillBars;

/// The last things: how full each key is against its bound, over time, and what is in them, newest first. GUI thread.
class RecentPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit RecentPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void refresh(const Figures &figures) override;

private:
    ElementsPanel *m_panel;
    FillBars *m_fill;
    Card *m_fillCard;
    TimeChart *m_length;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;

/// A collection whose kind has no page of its own: its figures as tiles, the main one over time, its elements.
/// GUI thread.
class PlainPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit PlainPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void refresh(const Figures &figures) override;

private:
    TimeChart *m_chart;
    ElementsPanel *m_panel;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;
class FillBars;
class RecentKeys;

/// The last things: how full each key is against its bound, over time, and what is in them, newest first. GUI thread.
class RecentPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit RecentPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override;
    [[nodiscard]] bool hasElements() const override; ///< not of keys that are looked for

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showFill(const std::vector<QByteArray> &keys, const std::vector<double> &lengths, qint64 all, double bound);
    ElementsPanel *m_panel;
    RecentKeys *m_keys; ///< replaces the panel if keys are searched for
    FillBars *m_fill;
    Card *m_fillCard;
    TimeChart *m_length;
};

} // namespace plimsoll::views

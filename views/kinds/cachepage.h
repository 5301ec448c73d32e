// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::models {
class KeyGroupsModel;
}

namespace plimsoll::views {

class BarChart;
class Card;
class TableView;

/// A cache: when a sample of its keys expires, how many of them at once, which never. GUI thread.
class CachePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit CachePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeGroups();
    void showExpiry(const KeysFound &found, std::chrono::milliseconds now);

    BarChart *m_expiry;
    TimeChart *m_share;
    models::KeyGroupsModel *m_model;
    TableView *m_table = nullptr;
    QLabel *m_help = nullptr;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/foundkeysmodel.h"
#include "views/collection/collectionpage.h"

class QPushButton;

namespace plimsoll::views {

class Card;
class HolderStrip;
class OfferAction;
class TableView;

/// Page of locks: holders and hold times, locks without expiry, and changes of holder. GUI thread.
class LockPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit LockPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_filter; }

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeLocks();
    [[nodiscard]] Card *makeDetail();
    void showDetail();

    TimeChart *m_heldChart;
    TimeChart *m_hands;
    models::FoundKeysModel *m_model;
    TableView *m_table = nullptr;
    QLabel *m_seen = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_why = nullptr;
    HolderStrip *m_holders = nullptr;
    QPushButton *m_copy = nullptr;
    OfferAction *m_release = nullptr;
    FoundKey m_chosen; ///< displayed lock
    bool m_isFree = false; ///< the displayed lock is known to be free
    QByteArray m_picked; ///< key the user selected; empty: the first is shown
    QString m_filter;
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::views

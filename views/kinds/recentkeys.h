// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/page.h"
#include "views/widgets/card.h"

class QLabel;

namespace plimsoll::models {
class FoundKeysModel;
}

namespace plimsoll::views {

class OfferAction;
class TableView;

/// The keys of recent things that were found on the server, the fullest first, against their bound; those that are
/// selected can be cut to it, or given an expiry. GUI thread.
class RecentKeys final : public Card {
    Q_OBJECT

public:
    explicit RecentKeys(const PageContext &context, QWidget *parent);

    void clear();
    void setFilter(const QString &text);
    [[nodiscard]] const QString &filterText() const { return m_filter; }
    /// `bound`: of each key; NaN where the workspace says none.
    void show(const Place &place, const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
              double bound);

private:
    [[nodiscard]] OfferAction *makeOffer(const QString &name, const QString &title, Action action, bool destructive);
    [[nodiscard]] std::vector<QByteArray> chosen() const;
    void updateOffers();

    PageContext m_context;
    models::FoundKeysModel *m_model;
    TableView *m_table;
    QLabel *m_seen;
    OfferAction *m_trim;
    OfferAction *m_setExpiry;
    Place m_place;
    QString m_filter;
    bool m_isBounded = false;
};

} // namespace plimsoll::views

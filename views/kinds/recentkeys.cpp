// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/recentkeys.h"

#include "models/foundkeysmodel.h"
#include "views/kinds/foundtable.h"
#include "views/kinds/foundwords.h"
#include "views/operations/offeraction.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/plainlabel.h"
#include "views/widgets/userinteracting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace plimsoll::views {

namespace {

using models::FoundKeysModel;
using RecentColumn = FoundKeysModel::Column;

constexpr std::array recentKeyColumns{
    FoundKeysModel::Shown{RecentColumn::Id},
    FoundKeysModel::Shown{RecentColumn::Used, QT_TRANSLATE_NOOP("found", "fill")},
    FoundKeysModel::Shown{RecentColumn::Count, QT_TRANSLATE_NOOP("found", "kept")},
    FoundKeysModel::Shown{RecentColumn::Outside, QT_TRANSLATE_NOOP("found", "over the bound")},
    FoundKeysModel::Shown{RecentColumn::Expires}};

} // namespace

RecentKeys::RecentKeys(const PageContext &context, QWidget *parent)
    : Card(tr("Keys, the fullest first"), context.theme, parent), m_context(context),
      m_model(new FoundKeysModel(recentKeyColumns, this)),
      m_table(makeFoundTable(m_model, context.theme, QStringLiteral("recentKeys"), this)),
      m_seen(plainLabel(this, QStringLiteral("seenOf"), "secondary")),
      m_trim(makeOffer(QStringLiteral("trimKeys"), tr("Trim…"), Action::Trim, true)),
      m_setExpiry(makeOffer(QStringLiteral("expireKeys"), tr("Set expiry…"), Action::SetExpiry, false))
{
    setFlush();
    m_model->setFullIsFine();
    m_table->setAccessibleName(tr("Keys that were found"));
    m_table->setWideColumn(0);
    m_table->setUnsortedReason(tr("Fullest first."));
    connect(m_table, &TableView::currentMoved, this, &RecentKeys::updateOffers);
    m_seen->setContentsMargins(2 * metrics::step, metrics::step, 2 * metrics::step, metrics::step);
    for (OfferAction *action : {m_trim, m_setExpiry}) {
        auto *button = new QPushButton(this);
        action->drive(button);
        button->setVisible(context.gate != nullptr);
        addCorner(button);
    }
    body()->addWidget(m_table, 1);
    body()->addWidget(m_seen);
    setMinimumHeight(Px(180));
    updateOffers();
}

OfferAction *RecentKeys::makeOffer(const QString &name, const QString &title, Action action, bool destructive)
{
    Offer offer;
    offer.name = name;
    offer.title = title;
    offer.request.action = action;
    offer.destructive = destructive;
    return new OfferAction(std::move(offer), m_context, this);
}

void RecentKeys::clear()
{
    m_model->apply(nullptr, {});
    m_filter.clear();
    m_place = {};
    updateOffers();
}

void RecentKeys::setFilter(const QString &text)
{
    m_filter = text;
    filterFound(*m_table, *m_model, m_filter);
}

void RecentKeys::show(const Place &place, const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
                      double bound)
{
    m_place = place;
    m_isBounded = isKnown(bound);
    m_model->apply(found, now, bound, isUserInteracting(m_table));
    filterFound(*m_table, *m_model, m_filter);
    m_seen->setText(found == nullptr ? QString() : seenText(*found));
    updateOffers();
}

std::vector<QByteArray> RecentKeys::chosen() const
{
    std::vector<QByteArray> keys;
    for (const QModelIndex &index : m_table->selectedRows()) {
        keys.push_back(index.data(FoundKeysModel::IdRole).toByteArray());
    }
    return keys;
}

void RecentKeys::updateOffers()
{
    const std::vector<QByteArray> keys = chosen();
    for (OfferAction *action : {m_trim, m_setExpiry}) {
        Offer offer = action->offer();
        offer.missing = keys.empty() ? tr("Select keys first.") : QString();
        offer.request.workspace = m_place.workspace;
        offer.request.collection = m_place.collection;
        offer.request.keys = keys;
        offer.request.toBound = action == m_trim && m_isBounded;
        action->setOffer(std::move(offer));
    }
}

} // namespace plimsoll::views

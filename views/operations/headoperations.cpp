// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/headoperations.h"

#include "views/operations/offeraction.h"
#include "views/widgets/dialogparts.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVariant>

#include <algorithm>

namespace plimsoll::views {

HeadOperations::HeadOperations(const PageContext &context, QHBoxLayout *tools, QMenu *menu, QWidget *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_menu(menu), m_parent(parent),
      m_separator(menu->insertSeparator(menu->actions().value(0)))
{
    m_separator->setVisible(false);
    menu->setToolTipsVisible(true);
}

void HeadOperations::show(const CollectionOffers &offers)
{
    if (m_context.gate == nullptr) {
        return;
    }
    std::vector<const Offer *> all;
    for (const Offer &offer : offers.buttons) {
        all.push_back(&offer);
    }
    for (const Offer &offer : offers.menu) {
        all.push_back(&offer);
    }
    const bool same = std::equal(
        all.begin(), all.end(), m_actions.begin(), m_actions.end(), [](const Offer *offer, const OfferAction *action) {
            return offer->name == action->offer().name && offer->request.state == action->offer().request.state;
        });
    if (!same) {
        rebuild(offers);
        return;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        m_actions[i]->setOffer(*all[i]);
    }
    showMain(offers);
}

/// Blue is what helps now: nothing that takes away, and nothing on a page where all is well.
void HeadOperations::showMain(const CollectionOffers &offers)
{
    if (m_buttons.empty()) {
        return;
    }
    const Offer &main = offers.buttons.front();
    // Only an enabled requeue is primary (blue), as it resolves a current problem; a healthy page has no such button.
    const bool helps = main.missing.isEmpty() && main.request.action == Action::Requeue && !main.isSettled;
    const QLatin1String role(helps ? "primary" : "");
    if (m_buttons.front()->property("role").toString() != role) {
        setRole(m_buttons.front(), role);
    }
}

void HeadOperations::clear()
{
    for (QWidget *button : m_buttons) {
        delete button;
    }
    for (OfferAction *action : m_actions) {
        delete action;
    }
    m_buttons.clear();
    m_actions.clear();
}

OfferAction *HeadOperations::add(const Offer &offer)
{
    auto *action = new OfferAction(offer, m_context, this);
    m_actions.push_back(action);
    return action;
}

int HeadOperations::widthOf(const QWidget *tool) const
{
    return std::max(tool->sizeHint().width(), tool->minimumWidth()) + m_tools->spacing();
}

int HeadOperations::widthOfOthers() const
{
    int width = 0;
    for (int i = 0; i < m_tools->count(); ++i) {
        const QWidget *other = m_tools->itemAt(i)->widget();
        const bool isOurs = std::find(m_buttons.begin(), m_buttons.end(), other) != m_buttons.end();
        width += other == nullptr || other->isHidden() || isOurs ? 0 : widthOf(other);
    }
    return width;
}

void HeadOperations::fit(int room)
{
    int used = widthOfOthers();
    std::size_t fitting = 0;
    for (const QWidget *button : m_buttons) {
        used += widthOf(button);
        if (fitting > 0 && used > room) {
            break;
        }
        ++fitting;
    }
    if (fitting == m_fitting) {
        return;
    }
    m_fitting = fitting;
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < fitting);
        m_menu->removeAction(m_actions[i]);
    }
    QAction *before = m_hasMenu ? static_cast<QAction *>(m_actions[m_buttons.size()]) : m_separator;
    for (std::size_t i = fitting; i < m_buttons.size(); ++i) {
        m_menu->insertAction(before, m_actions[i]);
    }
    m_separator->setVisible(m_hasMenu || fitting < m_buttons.size());
}

void HeadOperations::rebuild(const CollectionOffers &offers)
{
    clear();
    for (const Offer &offer : offers.buttons) {
        auto *button = new QPushButton(m_parent);
        OfferAction *action = add(offer);
        if (m_buttons.empty()) { // the main one
            action->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
            m_parent->addAction(action);
        }
        action->drive(button);
        m_tools->insertWidget(static_cast<int>(m_buttons.size()), button);
        m_buttons.push_back(button);
    }
    for (const Offer &offer : offers.menu) {
        m_menu->insertAction(m_separator, add(offer));
    }
    m_hasMenu = !offers.menu.empty();
    m_separator->setVisible(m_hasMenu);
    m_fitting = m_buttons.size();
    showMain(offers);
}

} // namespace plimsoll::views

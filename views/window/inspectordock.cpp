// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/inspectordock.h"

#include "models/text/elementoutcomes.h"
#include "views/collection/pagedpanel.h"
#include "views/inspector/inspector.h"
#include "views/operations/offers.h"
#include "views/page/page.h"
#include "views/table/tableview.h"
#include "views/theme/px.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace plimsoll::views {

InspectorDock::InspectorDock(const PageContext &context, QWidget *window) : QDockWidget(tr("Inspector"), window)
{
    setObjectName(QStringLiteral("inspectorDock"));
    setAllowedAreas(Qt::RightDockWidgetArea);
    setFeatures(QDockWidget::DockWidgetClosable);
    // No title, because the inspector has its own head, but a way back where it leaves little of the page.
    auto *title = new QWidget(this);
    auto *line = new QHBoxLayout(title);
    line->setContentsMargins(0, 0, 0, 0); // without its button it has no size
    line->addStretch();
    m_close = new QPushButton(tr("Close") + QStringLiteral("  Esc"), title);
    m_close->setObjectName(QStringLiteral("closeInspector"));
    m_close->setAccessibleName(tr("Close the inspector"));
    m_close->setProperty("role", QStringLiteral("slim"));
    m_close->hide();
    connect(m_close, &QPushButton::clicked, this, [this] {
        if (leave()) {
            emit left();
        }
    });
    line->addWidget(m_close);
    setTitleBarWidget(title);
    m_inspector = new Inspector(context, this);
    setWidget(m_inspector);
    m_inspector->setMinimumWidth(Px(240));
}

void InspectorDock::open(bool wanted, bool isPossible)
{
    m_isWanted = wanted;
    setVisible(wanted && isPossible);
}

void InspectorDock::place(bool hasElements)
{
    const bool stays = m_hasRoom || (!m_inspector->isEmpty() && isOpen());
    setVisible(hasElements && m_isWanted && stays);
}

bool InspectorDock::leave()
{
    if (m_hasRoom || !isOpen()) {
        return false;
    }
    hide();
    return true;
}

bool InspectorDock::fit()
{
    constexpr Px least{1120}; // px; window width from which it fits next to the page
    const bool room = parentWidget()->width() >= least;
    if (std::exchange(m_hasRoom, room) == room) {
        return false;
    }
    m_close->setVisible(!room);
    return true;
}

void InspectorDock::offer(const PageContext &context, const Page &page)
{
    if (m_inspector->isEmpty()) {
        return;
    }
    const Place &place = m_inspector->place();
    const QString outcome = context.outcomes->of(m_inspector->element());
    std::vector<Offer> offers = rowOffers(place, {m_inspector->element()});
    QString why;
    bool isOne = true;
    for (const PagedPanel *panel : page.findChildren<PagedPanel *>()) {
        const std::vector<Element> selected = panel->isVisible() ? panel->selectedElements() : std::vector<Element>();
        if (panel->isVisible() && panel->wholeSelection()) {
            offers = stateOffers(place, *panel->wholeSelection());
            isOne = false;
        } else if (!selected.empty() && panel->table()->selectedRows().size() > 1) { // without those that are done with
            offers = rowOffers(place, selected);
            why = whyNotTogether(place, selected);
            isOne = false;
        }
    }
    for (Offer &offer : offers) {
        offer.missing = offer.missing.isEmpty() && isOne ? outcome : offer.missing;
    }
    m_inspector->offer(offers, why, isOne);
    m_inspector->setOutcome(outcome, context.outcomes->timeOf(m_inspector->element()));
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/rowoperations.h"

#include "views/collection/pagedpanel.h"
#include "views/operations/offeraction.h"
#include "views/operations/operationgate.h"
#include "views/table/tableview.h"
#include "views/widgets/contextmenu.h"

#include <QMenu>

#include <algorithm>

namespace plimsoll::views {

RowOperations::RowOperations(const PageContext &context, PagedPanel *panel)
    : QObject(panel), m_context(context), m_panel(panel)
{
    TableView *table = panel->table();
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table, &QWidget::customContextMenuRequested, this, &RowOperations::openMenu);
    auto *discard = new QAction(tr("Discard…"), table);
    discard->setObjectName(QStringLiteral("discardRowsAction"));
    discard->setShortcut(QKeySequence(Qt::Key_Delete));
    discard->setShortcutContext(Qt::WidgetShortcut);
    table->addAction(discard);
    connect(discard, &QAction::triggered, this, &RowOperations::discard);
}

/// For the selected rows, or all that match.
std::vector<Offer> RowOperations::offers() const
{
    const std::optional<ElementsQuery> whole = m_panel->wholeSelection();
    return whole ? stateOffers(m_panel->place(), *whole) : rowOffers(m_panel->place(), m_panel->selectedElements());
}

void RowOperations::openMenu(const QPoint &position)
{
    const std::vector<Element> elements = m_panel->selectedElements();
    const QString outcome = m_panel->selectedOutcome();
    QMenu *menu = makePopup(m_panel);
    menu->setObjectName(QStringLiteral("rowMenu"));
    if (elements.empty() && outcome.isEmpty()) {
        menu->addActions(m_panel->table()->exportActions());
        menu->popup(m_panel->table()->viewport()->mapToGlobal(position));
        return;
    }
    menu->setToolTipsVisible(true);
    const std::vector<Offer> chosen = offers();
    for (const Offer &offer : chosen) {
        menu->addAction(new OfferAction(offer, m_context, menu));
    }
    if (elements.empty()) {
        menu->addAction(outcome)->setEnabled(false);
    }
    if (const QString why = whyNotTogether(m_panel->place(), elements); chosen.empty() && !why.isEmpty()) {
        menu->addAction(why)->setEnabled(false);
    }
    menu->addSeparator();
    if (m_panel->canSelectWhole() && !m_panel->wholeSelection()) {
        QAction *whole = menu->addAction(m_panel->wholeTitle());
        whole->setObjectName(QStringLiteral("selectWholeAction"));
        connect(whole, &QAction::triggered, m_panel, &PagedPanel::selectWhole);
    }
    connect(menu->addAction(tr("Copy")), &QAction::triggered, m_panel->table(), &TableView::copyRequested);
    menu->addSeparator();
    menu->addActions(m_panel->table()->exportActions());
    menu->popup(m_panel->table()->viewport()->mapToGlobal(position));
}

void RowOperations::discard()
{
    if (m_context.gate == nullptr) {
        return;
    }
    const std::vector<Offer> chosen = offers();
    const auto found = std::find_if(chosen.begin(), chosen.end(), [](const Offer &offer) { return offer.destructive; });
    const QString outcome = m_panel->selectedOutcome();
    const QString mixed = chosen.empty() ? whyNotTogether(m_panel->place(), m_panel->selectedElements()) : QString();
    const QString why = !m_context.gate->isOpen() ? m_context.gate->reason()
        : !outcome.isEmpty() && chosen.empty()    ? outcome
        : m_panel->selectedElements().empty()     ? tr("Select a row first.")
        : !mixed.isEmpty()                        ? mixed
        : found == chosen.end()                   ? tr("The selected rows can't be discarded.")
                                                  : found->missing;
    if (why.isEmpty()) {
        m_context.operations->request(found->request);
    } else {
        emit m_context.host->messageWanted(why);
    }
}

} // namespace plimsoll::views

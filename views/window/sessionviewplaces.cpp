// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementoutcomes.h"
#include "views/collection/pagedpanel.h"
#include "views/dialogs/shortcutoverlay.h"
#include "views/inspector/inspector.h"
#include "views/operations/offers.h"
#include "views/pages/welcomepage.h"
#include "views/table/tableview.h"
#include "views/window/sessionviewprivate.h"
#include "views/window/toolbar.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QLineEdit>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

/// Navigation in the window: going back, focus, and the inspector next to the page.
namespace plimsoll::views {

void SessionView::Private::goBack()
{
    if (overlay->isVisible()) {
        overlay->hide();
        return;
    }
    if (!hasWorkspace()) {
        return;
    }
    if (moment != nullptr) {
        context.kept->goLive();
        return;
    }
    if (!toolBar->filterText().isEmpty() || toolBar->isFiltering()) {
        toolBar->clearFilter();
        focusRows();
        return;
    }
    if (const std::optional<int> from = std::exchange(detailsFrom, std::nullopt)) {
        showEntry(*from);
        focusRows();
        return;
    }
    if (leaveInspector() || clearSelection()) {
        return;
    }
    if (current().page->stepBack()) {
        return;
    }
    const bool wentBack = current().page->back();
    if (cameFromOverview || !wentBack) {
        cameFromOverview = false;
        showEntry(0);
        focusRows();
    }
}

void SessionView::Private::restoreFocus()
{
    if (QApplication::activeModalWidget() != nullptr || !hasWorkspace() || !q->isVisible()) {
        return;
    }
    if (focusBefore != nullptr && focusBefore->isVisible() && focusBefore->isEnabled()) {
        focusBefore->setFocus();
    } else {
        focusRows();
    }
}

void SessionView::Private::focusFirst()
{
    if (hasWorkspace()) {
        current().page->setFocus();
    } else {
        welcome->focusFirst();
    }
}

/// Focuses the visible rows, those that are inspected before others, or without any the page.
void SessionView::Private::focusRows()
{
    for (const PagedPanel *panel : current().page->findChildren<PagedPanel *>()) {
        const QItemSelectionModel *selection = panel->table()->selectionModel();
        if (panel->table()->isVisible() && selection != nullptr && selection->hasSelection()) {
            panel->table()->setFocus();
            return;
        }
    }
    const auto views = current().page->findChildren<QAbstractItemView *>();
    const auto shown = std::find_if(views.begin(), views.end(), [](const QAbstractItemView *view) {
        return view->isVisible() && view->focusPolicy() != Qt::NoFocus;
    });
    (shown == views.end() ? static_cast<QWidget *>(current().page) : *shown)->setFocus();
}

/// Clears input or selections on the page; returns true if there were any.
bool SessionView::Private::clearSelection()
{
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    if (field != nullptr && current().page->isAncestorOf(field) && !field->text().isEmpty()) {
        field->clear();
        return true;
    }
    bool any = false;
    for (QAbstractItemView *view : current().page->findChildren<QAbstractItemView *>()) {
        if (view->isVisible() && view->selectionModel() != nullptr && view->selectionModel()->hasSelection()) {
            view->clearSelection();
            any = true;
        }
    }
    return any;
}

void SessionView::Private::showInspector(bool wanted)
{
    inspectorWanted = wanted;
    // A page with a panel of its own at that place has nothing to inspect.
    dock->setVisible(wanted && hasWorkspace() && moment == nullptr && current().page->side() == nullptr);
}

/// Closes the inspector if it covers a narrow page; returns false if it is next to the page, or closed.
bool SessionView::Private::leaveInspector()
{
    if (inspectorHasRoom || !dock->isVisibleTo(q)) {
        return false;
    }
    dock->hide();
    focusRows();
    return true;
}

void SessionView::Private::placeSide()
{
    QWidget *side = hasWorkspace() ? current().page->side() : nullptr;
    if (side != nullptr) {
        dock->hide(); // otherwise the window makes room for it
        sides->setCurrentWidget(side);
    }
    if (sides->isVisibleTo(sides->parentWidget()) != (side != nullptr)) {
        sides->setVisible(side != nullptr);
        q->centralWidget()->layout()->activate(); // so that the inspector gets the actual room
    }
}

void SessionView::Private::placeInspector()
{
    placeSide();
    // Without room next to the page, the inspector only stays after a row was opened, until it is empty.
    const bool stays = inspectorHasRoom || (!inspector->isEmpty() && dock->isVisibleTo(q));
    dock->setVisible(hasWorkspace() && inspectorWanted && stays && current().page->hasElements()
                     && moment == nullptr); // elements are not recorded
}

void SessionView::Private::fitInspector()
{
    constexpr Px least{1120}; // px; window width from which the inspector fits next to the page
    const bool room = q->width() >= least;
    if (std::exchange(inspectorHasRoom, room) != room) {
        closeInspector->setVisible(!room);
        placeInspector();
    }
}

void SessionView::Private::offerInspected()
{
    if (inspector->isEmpty()) {
        return;
    }
    const Place &place = inspector->place();
    const QString outcome = outcomes->of(inspector->element());
    // Like the shortcuts and menu of the table, offers operations on the whole selection.
    std::vector<Offer> offers = rowOffers(place, {inspector->element()});
    QString why;
    bool isOne = true;
    for (const PagedPanel *panel : current().page->findChildren<PagedPanel *>()) {
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
    inspector->offer(offers, why, isOne);
    inspector->setOutcome(outcome, outcomes->timeOf(inspector->element()));
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/text/elementoutcomes.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "views/inspector/inspector.h"
#include "views/window/momentbar.h"
#include "views/window/momentframe.h"
#include "views/window/navigation.h"
#include "views/window/sessionviewprivate.h"
#include "views/window/statusstrip.h"
#include "views/window/toolbar.h"

#include <QDockWidget>
#include <QLayout>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

/// The window at a past moment: everything shows the past and is read-only.
namespace plimsoll::views {

using std::chrono::milliseconds;

void SessionView::Private::buildMoment()
{
    tops = new QStackedWidget(q);
    momentBar = new MomentBar(context.theme, toolBar->height(), tops);
    tops->addWidget(toolBar);
    tops->addWidget(momentBar);
    tops->setFixedHeight(toolBar->height());
    q->setMenuWidget(tops);
    momentFrame = new MomentFrame(context.theme, q->centralWidget());
    momentStrip = new MomentStrip(context.theme, strip);
    connect(momentBar, &MomentBar::momentWanted, context.kept, &HistoryService::goTo);
    connect(momentBar, &MomentBar::liveWanted, context.kept, &HistoryService::goLive);
    connect(context.kept, &HistoryService::momentWanted, momentBar, &MomentBar::setWanted);
    connect(context.kept, &HistoryService::momentRead, q, &SessionView::showMoment);
    if (context.history != nullptr) {
        connect(context.history, &models::History::marksRead, this, [this] { showMarks(); });
    }
    connect(actions.past, &QAction::triggered, this, [this] { goToPast(); });
}

/// Enters the past, by menu or key; the slider goes on from there.
void SessionView::Private::goToPast()
{
    if (moment != nullptr) {
        momentBar->focusSlider();
    } else if (snapshot != nullptr) {
        isMomentSteered = true;
        context.kept->goToPast();
    }
}

/// Shows or hides bars, frame and panels of a past moment.
void SessionView::Private::placeMoment()
{
    const bool past = moment != nullptr;
    strip->showMessage({}); // what it says of the past is not true of now, nor the other way round
    const QWidget *focus = q->focusWidget();
    const bool isFocusLost = focus != nullptr && (toolBar->isAncestorOf(focus) || momentBar->isAncestorOf(focus));
    tops->setCurrentWidget(past ? static_cast<QWidget *>(momentBar) : toolBar);
    const int side = past ? MomentFrame::width : 0;
    q->centralWidget()->layout()->setContentsMargins(side, side, side, side);
    momentFrame->setVisible(past);
    momentFrame->raise();
    momentStrip->setVisible(past);
    host->setClosed(past ? SessionView::tr("The past is shown: individual elements aren't recorded.") : QString());
    inspector->clear();
    outcomes->clear();
    placeInspector();
    updateGate();
    showOld();
    if (past && (std::exchange(isMomentSteered, false) || isFocusLost)) {
        momentBar->focusSlider();
    } else if (isFocusLost) {
        focusRows();
    }
}

void SessionView::Private::refreshMoment()
{
    momentBar->setPresent(q->serverNow());
    showMarks();
    Entry &entry = current();
    entry.applied = moment->snapshot;
    entry.page->apply(moment->snapshot); // its comparison with the present
}

/// Shows the marks that have been read on the slider.
void SessionView::Private::showMarks()
{
    if (moment != nullptr && context.history != nullptr) {
        const MarkQuestion stretch = momentBar->stretch();
        context.history->lookForMarks(stretch);
        momentBar->setMarks(context.history->marks(stretch));
    }
}

void SessionView::showMoment(const models::MomentPtr &moment)
{
    Private &d = *m_private;
    const models::MomentPtr before = std::exchange(d.moment, moment);
    if (d.context.history != nullptr) {
        d.context.history->lookAt(moment);
    }
    if (before == nullptr && moment == nullptr) {
        return;
    }
    if ((before == nullptr) != (moment == nullptr)) {
        d.toolBar->clearFilter();
        d.placeMoment();
    }
    if (moment != nullptr) {
        d.momentBar->show(moment, serverNow());
        d.momentStrip->show(*moment);
        d.showMarks();
    }
    d.showTroubles();
    if (d.hasWorkspace()) {
        d.bringUpToDate(d.current());
    }
    d.updateActions();
}

std::vector<SessionView::Private::Trouble> SessionView::Private::troublesOf(const SnapshotPtr &of) const
{
    std::vector<Trouble> troubles(entries.size());
    for (std::size_t row = 0; of != nullptr && row < of->size(); ++row) {
        const State state = of->rows[row].state;
        if (moment != nullptr && of == moment->snapshot && state == State::Error) {
            continue; // not recorded, which is not an error
        }
        for (std::size_t i = 0; state != State::Ok && i < entries.size(); ++i) {
            if (i == 0 || entries[i].spec.kind == of->layout->rows[row].kind) {
                troubles[i].add(state);
            }
        }
    }
    return troubles;
}

void SessionView::Private::showTroubles()
{
    // The server itself counts as one more problem on the overview.
    const auto addServer = [](Trouble &all, const std::vector<Alert> &active) {
        if (const State worst = models::serverTrouble(active); worst != State::Ok) {
            all.add(worst);
        }
    };
    const int alertsEntry = entryOf(alertsPage);
    std::vector<Trouble> troubles = troublesOf(shownSnapshot());
    if (!troubles.empty() && shownSnapshot() != nullptr) {
        addServer(troubles.front(), moment == nullptr ? alerts.active : models::alertsAt(*moment, {}).active);
    }
    if (alertsEntry >= 0) {
        troubles[static_cast<std::size_t>(alertsEntry)] = alertTrouble();
    }
    for (std::size_t i = 0; moment == nullptr && snapshot != nullptr && i < troubles.size(); ++i) {
        for (const State state : entries[i].page->judge(snapshot)) {
            troubles[i].add(state);
        }
    }
    for (std::size_t i = 0; i < troubles.size(); ++i) {
        State worst = troubles[i].worst;
        if (shownOld && worst != State::Ok && static_cast<int>(i) != alertsEntry) { // alerts stay until it is known
            worst = i == 0 ? std::max(State::Unknown, models::serverTrouble(alerts.active)) : State::Unknown;
        }
        navigation->setTrouble(static_cast<int>(i), troubles[i].count, worst);
    }
    trouble = moment == nullptr ? troubles.front() : troublesOf(snapshot).front(); // the overview includes all kinds
    if (moment != nullptr) {
        addServer(trouble, alerts.active);
        momentStrip->setLive(trouble.worst, SessionView::tr("live now: %1").arg(liveText()));
    }
    emit q->summaryChanged();
}

/// "2 critical, 5 warnings": the present state while the window shows the past.
QString SessionView::Private::liveText() const
{
    if (!lostAt.isEmpty()) {
        return lostText(status);
    }
    const QString text = models::troubleText(trouble.states);
    return text.isEmpty() ? SessionView::tr("all well") : text;
}

} // namespace plimsoll::views

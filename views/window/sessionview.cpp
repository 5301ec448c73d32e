// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/sessionview.h"

#include "models/history/history.h"
#include "models/text/elementoutcomes.h"
#include "models/text/format.h"
#include "views/collection/reconciledialog.h"
#include "views/inspector/inspector.h"
#include "views/operations/operationbar.h"
#include "views/pages/welcomepage.h"
#include "views/theme/px.h"
#include "views/widgets/exportevent.h"
#include "views/widgets/preferences.h"
#include "views/window/inspectordock.h"
#include "views/window/livestate.h"
#include "views/window/sessiontrouble.h"
#include "views/window/sessionviewprivate.h"
#include "views/window/momentbar.h"
#include "views/window/momentframe.h"
#include "views/window/navigation.h"
#include "views/window/statusstrip.h"
#include "views/window/toolbar.h"

#include <QAction>
#include <QDateTime>
#include <QDropEvent>
#include <QMimeData>
#include <QAbstractButton>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

/// Returns true for another server or file, as opposed to an edit or a change of path. What is saved for the first time
/// may be named by its file.
bool isAnother(const WorkspacePtr &a, const WorkspacePtr &b)
{
    if (a == nullptr || b == nullptr || !a->connection.isSameServer(b->connection)) {
        return true;
    }
    Workspace placed = *a;
    placed.path = b->path;
    placed.name = a->path.isEmpty() ? b->name : a->name;
    return a->path != b->path && placed != *b;
}

} // namespace

SessionView::SessionView(const PageContext &context, std::span<const KindInfo *const> kinds, QWidget *parent)
    : QMainWindow(parent), m_private(std::make_unique<Private>(this, context, kinds))
{
    setObjectName(QStringLiteral("sessionView"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    resize(1280, 800);
    setWorkspace({});
}

SessionView::~SessionView() = default;

void SessionView::setWorkspace(const WorkspacePtr &workspace)
{
    Private &d = *m_private;
    const WorkspacePtr before = std::exchange(d.workspace, workspace);
    const bool another = isAnother(before, workspace);
    if (another) {
        showMoment(nullptr);
        d.writes.setOpen(false);
        // Discard the state of the previous server.
        d.snapshot.reset();
        d.detailsFrom.reset();
        d.allowance = {};
        d.live->forget();
        d.toolBar->setOld(false);
        d.showOld();
        d.actions.pause->setChecked(false);
        d.inspector->clear();
        d.outcomes->clear();
        d.dock->hide();
        if (std::any_of(d.entries.begin(), d.entries.end(),
                        [](const auto &entry) { return entry.applied != nullptr; })) {
            d.buildPages();
        }
        d.bar->forget();
        d.toolBar->setWorkspace(workspace);
        d.strip->setWorkspace(workspace);
        d.showTroubles();
    } else {
        d.inspector->followEdit(workspace);
        d.offerInspected();
        d.toolBar->showIdentity(workspace);
        d.strip->showMode(workspace);
    }
    d.showWriteWindow();
    d.updateGate();
    d.momentBar->setWorkspace(workspace);
    emit d.host->workspaceChanged(workspace);
    d.navigation->setVisible(workspace != nullptr);
    d.bar->keepPlace(workspace != nullptr);
    d.strip->setVisible(workspace != nullptr);
    d.showTitle();
    emit summaryChanged();
    if (workspace == nullptr) {
        d.stack->setCurrentWidget(d.welcome);
        d.placeSide();
        d.updateActions();
    } else if (another) {
        d.showEntry(0);
    } else {
        d.listPages(d.currentEntry);
        d.updateActions();
    }
    // A background tab must not take the focus.
    if ((another || workspace == nullptr) && (isVisible() || !window()->isVisible())) {
        d.focusFirst();
    }
}

void SessionView::apply(const SnapshotPtr &snapshot)
{
    Private &d = *m_private;
    if (d.workspace == nullptr) {
        return;
    }
    d.snapshot = snapshot;
    d.live->setSnapshot(snapshot);
    d.showOld();
    d.toolBar->setRoundTrip(snapshot->roundTrip);
    d.strip->apply(snapshot, d.context.history == nullptr ? Rate() : d.context.history->memoryRate());
    d.inspector->setNow(snapshot->serverTime);
    d.showTroubles();
    if (d.moment == nullptr) {
        d.bringUpToDate(d.current());
    } else {
        d.refreshMoment();
    }
    d.updateActions();
}

void SessionView::answer(const BrowseResult &result)
{
    // After a reconnect, answers may arrive before new figures: the page would contradict itself.
    BrowseResult told = result;
    if (m_private->live->status().state == models::ConnectionStatus::State::Lost) {
        told.answer =
            Error{ErrorKind::Unreachable, tr("The connection was lost, and the figures have not been read again yet.")};
    }
    emit m_private->host->answered(told);
}

void SessionView::setConnection(const models::ConnectionStatus &status)
{
    Private &d = *m_private;
    d.live->setConnection(status);
    emit d.host->unreachable(d.live->isLost() ? d.live->lostWhy() : QString());
    d.toolBar->setConnection(status);
    d.strip->setConnection(status);
    d.updateGate();
    if (d.moment != nullptr) {
        d.showTroubles(); // refreshes the present state
    }
    emit summaryChanged();
}

void SessionView::setOld(bool old)
{
    if (m_private->live->isSilent() != old) {
        m_private->live->setSilent(old);
        m_private->toolBar->setOld(old);
        m_private->showOld();
        emit summaryChanged();
    }
}

bool SessionView::areChangesAllowed() const
{
    const Private &d = *m_private;
    return d.workspace == nullptr || !d.workspace->connection.production || d.writes.isOpen();
}

void SessionView::setAllowance(const Allowance &allowance)
{
    m_private->allowance = allowance;
    m_private->strip->setAllowance(allowance);
    m_private->updateGate();
}

void SessionView::setRecent(const QStringList &paths)
{
    m_private->toolBar->setRecent(paths);
    m_private->welcome->setRecent(paths);
}

void SessionView::setPageRows(int rows)
{
    m_private->pageRows = rows;
    for (const Private::Entry &entry : m_private->entries) {
        entry.page->setPageRows(rows);
    }
}

void SessionView::showMessage(const QString &text)
{
    m_private->strip->showMessage(text);
}

void SessionView::showProblem(const QString &text)
{
    m_private->strip->showProblem(text);
}

void SessionView::setHistory(HistoryIs is, const QString &why)
{
    m_private->strip->setHistory(is, why);
}

OperationBar &SessionView::operationBar()
{
    return *m_private->bar;
}

models::ElementOutcomes &SessionView::outcomes()
{
    return *m_private->outcomes;
}

std::vector<Element> SessionView::shownElements() const
{
    std::vector<Element> all =
        m_private->hasWorkspace() ? m_private->current().page->shownElements() : std::vector<Element>{};
    for (const ReconcileDialog *dialog : findChildren<ReconcileDialog *>()) {
        const std::vector<Element> some = dialog->shownElements();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

std::chrono::milliseconds SessionView::serverNow() const
{
    using std::chrono::milliseconds;
    const SnapshotPtr &snapshot = m_private->snapshot;
    if (snapshot == nullptr) {
        return milliseconds(QDateTime::currentMSecsSinceEpoch());
    }
    return snapshot->serverTime
        + std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - snapshot->taken);
}

PageHost &SessionView::host()
{
    return *m_private->host;
}

void SessionView::setLeftOpen(const std::vector<OperationReport> &operations)
{
    m_private->live->setLeftOpen(operations);
}

QStringList SessionView::pageNames() const
{
    return m_private->navigation->pages();
}

void SessionView::showPage(const QString &name)
{
    const int entry = m_private->entryOf(name);
    if (entry >= 0 && m_private->hasWorkspace()) {
        m_private->showEntry(entry);
    }
}

QString SessionView::currentPage() const
{
    return m_private->hasWorkspace() ? m_private->current().spec.id : QString();
}

void SessionView::openCollection(std::size_t collection)
{
    Private &d = *m_private;
    // The page may still show the workspace before an edit.
    const WorkspacePtr shown = d.shownSnapshot() == nullptr ? d.workspace : d.shownSnapshot()->layout->workspace;
    if (d.workspace == nullptr || collection >= shown->collections.size()) {
        return;
    }
    const bool fromOverview = d.currentEntry == 0;
    showPage(QString(shown->collections[collection].kind->id));
    d.cameFromOverview = fromOverview;
    d.current().page->openCollection(collection);
    d.updateActions();
}

void SessionView::openNamed(const QString &collection)
{
    Private &d = *m_private;
    if (d.moment != nullptr) {
        d.context.kept->goLive();
    }
    const SnapshotPtr &shown = d.shownSnapshot();
    if (const int row = shown == nullptr ? -1 : shown->layout->rowNamed(collection); row >= 0) {
        openCollection(static_cast<std::size_t>(row));
    }
}

std::set<std::size_t> SessionView::shown() const
{
    return m_private->hasWorkspace() ? m_private->current().page->shown() : std::set<std::size_t>{};
}

QString lostText(const models::ConnectionStatus &status)
{
    return status.isNotPermitted ? SessionView::tr("no permission") : SessionView::tr("not connected");
}

SessionSummary SessionView::summary() const
{
    const Private &d = *m_private;
    SessionSummary summary;
    summary.name = d.hasWorkspace() ? d.workspace->name : tr("New tab");
    summary.isLive = d.live->isLive();
    summary.mayTryNow = d.live->isLost() && !d.live->status().loginRefused;
    if (d.live->isLive()) {
        summary.trouble = d.trouble.states;
    } else {
        summary.trouble.lost = d.live->isLost() ? 1 : 0;
    }
    summary.criticals = d.presentTrouble().criticals();
    if (d.live->isLost()) {
        summary.state = State::Critical;
        summary.badge = summary.words = lostText(d.live->status());
    } else if (d.live->isSilent()) {
        summary.state = State::Warning;
        summary.badge = summary.words = tr("no answer");
    } else if (d.live->isAged()) { // what is in trouble now is not known, as in the window's title
        summary.state = State::Unknown;
        summary.badge = summary.words = tr("paused");
    } else if (d.trouble.count > 0) {
        summary.state = d.trouble.worst;
        summary.badge = models::formatCount(d.trouble.count);
        summary.words =
            tr("%n in trouble, the worst %1", nullptr, d.trouble.count).arg(models::stateTitle(d.trouble.worst));
    }
    return summary;
}

void SessionView::takeFocus(QWidget *before)
{
    if (before != nullptr && before->isVisible()) {
        before->setFocus();
    } else {
        m_private->focusFirst();
    }
}

void SessionView::setSessions(int count)
{
    const Actions &actions = m_private->actions;
    actions.close->setText(closeText(count));
    for (QAction *action : {actions.nextTab, actions.previousTab, actions.allTabs}) {
        action->setEnabled(count > 1);
    }
}

void SessionView::setUnsaved(bool unsaved)
{
    m_private->actions.save->setEnabled(unsaved);
    m_private->actions.save->setToolTip(
        unsaved ? QString() : tr("There is nothing to save: no collection is watched yet, or a file has it all."));
    m_private->showTitle();
}

void SessionView::saveLayout(Preferences &preferences) const
{
    preferences.setValue(QStringLiteral("window/state"), saveState());
    preferences.setValue(QStringLiteral("window/inspector"), m_private->dock->isWanted());
}

void SessionView::restoreLayout(const Preferences &preferences)
{
    restoreState(preferences.value(QStringLiteral("window/state")).toByteArray());
    m_private->dock->setWanted(preferences.value(QStringLiteral("window/inspector"), true).toBool());
    m_private->dock->hide(); // hidden until there is an element to inspect
}

void SessionView::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_private->fitInspector();
}

/// Enter presses the focused button, which Qt does only in dialogs. A key whose action is disabled says why.
void SessionView::keyPressEvent(QKeyEvent *event)
{
    if (const QString why = m_private->whyKeyIsDisabled(*event); !why.isEmpty()) {
        showMessage(why);
        return;
    }
    auto *button = qobject_cast<QAbstractButton *>(focusWidget());
    if ((event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) || button == nullptr) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    if (auto *tool = qobject_cast<QToolButton *>(button); tool != nullptr && tool->menu() != nullptr) {
        // Queued, because a menu runs until it is closed.
        QMetaObject::invokeMethod(tool, &QToolButton::showMenu, Qt::QueuedConnection);
    } else {
        button->click();
    }
}

/// Restores the focus after a dialog; if the widget is gone or disabled, the rows get it.
bool SessionView::event(QEvent *event)
{
    if (event->type() == ExportEvent::id()) {
        const auto *what = static_cast<ExportEvent *>(event);
        emit host().exportRequested(what->name(), what->content());
        event->accept();
        return true;
    }
    if (event->type() == ReportEvent::id()) {
        const auto *what = static_cast<ReportEvent *>(event);
        m_private->askReport(what->from(), what->to());
        event->accept();
        return true;
    }
    if (event->type() == QEvent::WindowBlocked) {
        m_private->focusBefore = focusWidget();
    } else if (event->type() == QEvent::WindowUnblocked) {
        QMetaObject::invokeMethod(
            m_private.get(), [this] { m_private->restoreFocus(); }, Qt::QueuedConnection);
    }
    return QMainWindow::event(event);
}

void SessionView::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void SessionView::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) {
        event->acceptProposedAction();
        emit openRequested(urls.first().toLocalFile());
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
        d.live->setPast(moment != nullptr);
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

std::vector<models::TroubleRow> SessionView::troubles() const
{
    const Private &d = *m_private;
    if (!d.hasWorkspace()) {
        return {};
    }
    std::vector<models::TroubleRow> rows = d.presentTrouble().rows(d.trouble);
    for (models::TroubleRow &row : rows) {
        row.tab = this;
        row.workspace = d.workspace->name;
    }
    return rows;
}

void SessionView::setReportTrouble(const QString &why)
{
    m_private->reportTrouble = why;
    m_private->offerReport();
}

} // namespace plimsoll::views

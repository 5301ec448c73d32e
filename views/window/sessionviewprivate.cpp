// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/sessionviewprivate.h"

#include "models/alerts/alerttext.h"
#include "models/history/history.h"
#include "models/text/elementoutcomes.h"
#include "redis/types/workspacechange.h"
#include "views/charts/timechart.h"
#include "views/charts/timesdialog.h"
#include "views/collection/pagedpanel.h"
#include "views/dialogs/shortcutoverlay.h"
#include "views/inspector/inspector.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationgate.h"
#include "views/page/discoveryservice.h"
#include "views/page/labservice.h"
#include "views/pages/welcomepage.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/notice.h"
#include "views/window/focusring.h"
#include "views/window/inspectordock.h"
#include "views/window/livestate.h"
#include "views/window/momentbar.h"
#include "views/window/momentframe.h"
#include "views/window/navigation.h"
#include "views/window/palettecommands.h"
#include "views/window/statusstrip.h"
#include "views/window/toolbar.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr int mostPageKeys = 9; // Ctrl+0 resets the zoom

} // namespace

SessionView::Private::Private(SessionView *window, const PageContext &pageContext,
                              std::span<const KindInfo *const> kindInfos)
    : q(window), host(new PageHost(window)), gate(new OperationGate(window)),
      outcomes(new models::ElementOutcomes(window)), context(pageContext), actions(makeActions(window))
{
    context.host = host;
    context.actions = &actions;
    context.gate = gate;
    context.outcomes = outcomes;
    toolBar = new ToolBar(context.theme, actions, q);
    strip = new StatusStrip(context.theme, q);
    q->setStatusBar(strip);
    buildCentre();
    buildInspector();
    buildMoment();
    buildWriteWindow();
    connectHost();
    connectAlerts();
    for (PageSpec &spec : pageSpecs(kindInfos)) {
        navigation->addEntry(spec.id, spec.title, spec.section);
        entries.push_back({std::move(spec), nullptr, nullptr});
    }
    buildPages();
    connectActions();
    connectReport();
    addPageKeys();
    overlay = new ShortcutOverlay(context.theme, actions.all(), q);
    palette = new CommandPalette(context.theme, q);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        delete ring;
        if (FocusRing::isFor(now) && q->isAncestorOf(now)) {
            ring = new FocusRing(context.theme, now);
        }
    });
    connect(context.theme, &Theme::changed, this, &Private::fitInspector);
}

void SessionView::Private::buildCentre()
{
    auto *centre = new QWidget(q);
    live = new LiveState(context.theme, strip, q);
    navigation = new Navigation(context.theme, centre);
    middle = new QStackedWidget(centre);
    middle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // widgets next to it take precedence
    stack = new QStackedWidget(middle);
    stack->setObjectName(QStringLiteral("pages"));
    middle->addWidget(stack);
    buildRefused();
    welcome = new WelcomePage(context.theme, actions, stack);
    stack->addWidget(welcome);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(navigation);
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(middle, 1);
    bar = new OperationBar(context.theme, gate, centre);
    column->addWidget(bar); // keeps its space while empty
    columns->addLayout(column, 1);
    columns->addWidget(sides = new QStackedWidget(centre));
    sides->hide();
    connect(bar, &OperationBar::stopRequested, context.operations, &OperationsService::stop);
    connect(bar, &OperationBar::undoRequested, context.operations, &OperationsService::undo);
    const auto offerUndo = [this] {
        const bool isThere = !bar->undoable().isEmpty();
        actions.undoLast->setEnabled(isThere && gate->isOpen());
        const QString &why = bar->whyNoUndo();
        actions.undoLast->setToolTip(
            isThere             ? gate->reason()
                : why.isEmpty() ? SessionView::tr(
                      "Nothing was done since this tab was opened; the Journal undoes what was done before.")
                                : why);
    };
    offerUndo();
    connect(bar, &OperationBar::undoableChanged, this, offerUndo);
    connect(gate, &OperationGate::changed, this, offerUndo);
    connect(actions.undoLast, &QAction::triggered, this, [this] { context.operations->undo(bar->undoable()); });
    const auto offerStop = [this] {
        actions.stop->setEnabled(bar->isRunning());
        actions.stop->setToolTip(bar->isRunning() ? QString() : SessionView::tr("No operation is running."));
    };
    offerStop();
    connect(bar, &OperationBar::runningChanged, this, offerStop);
    connect(actions.stop, &QAction::triggered, bar, &OperationBar::stop);
    connect(bar, &OperationBar::detailsRequested, host, &PageHost::operationShown);
    connect(bar, &OperationBar::runningChanged, this, &Private::updateGate);
    connect(bar, &OperationBar::endedElsewhere, q, [this](const QString &result, bool failed) {
        failed ? strip->showProblem(result) : strip->showMessage(result);
    });
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(columns, 1);
    q->setCentralWidget(centre);

    connect(live, &LiveState::changed, this, &Private::showRefused);
    connect(live, &LiveState::aged, this, &Private::showOld);
    connect(live, &LiveState::passwordWanted, q, &SessionView::passwordRequested);
    connect(live, &LiveState::connectionWanted, q, &SessionView::editConnectionRequested);
    connect(live, &LiveState::tryWanted, q, &SessionView::refreshRequested);
    connect(live, &LiveState::recoveryWanted, context.operations, &OperationsService::recover);
    connect(navigation, &Navigation::pageChosen, this, [this](const QString &name) { choose(entryOf(name)); });
    connect(welcome, &WelcomePage::recentChosen, q, &SessionView::openRequested);
    navigation->addAction(actions.addCollection);
}

void SessionView::Private::buildRefused()
{
    refused = new Notice(context.theme, middle);
    refused->setObjectName(QStringLiteral("loginRefused"));
    auto *buttons = new QWidget(refused);
    auto *row = new QHBoxLayout(buttons);
    enterPassword = new QPushButton(SessionView::tr("Enter the password…"), buttons);
    enterPassword->setObjectName(QStringLiteral("loginPassword"));
    enterPassword->setProperty("role", QStringLiteral("primary"));
    editLogin = new QPushButton(SessionView::tr("Edit the connection…"), buttons);
    editLogin->setObjectName(QStringLiteral("loginConnection"));
    row->addWidget(enterPassword);
    row->addWidget(editLogin);
    refused->addBelow(buttons);
    middle->addWidget(refused);
    connect(enterPassword, &QPushButton::clicked, q, &SessionView::passwordRequested);
    connect(editLogin, &QPushButton::clicked, q, &SessionView::editConnectionRequested);
}

/// Figures that were read before stay on screen, with the banner under them.
void SessionView::Private::showRefused()
{
    const bool isRefused =
        live->isLost() && live->status().loginRefused && snapshot == nullptr && moment == nullptr && hasWorkspace();
    const bool passwordMayHelp = live->passwordMayHelp();
    if (isRefused) {
        const QString why = live->lostWhy();
        refused->say(SessionView::tr("The server refused the login"),
                     passwordMayHelp
                         ? SessionView::tr("%1 Enter the password, or change the user in the connection.").arg(why)
                         : why,
                     State::Critical);
        enterPassword->setVisible(passwordMayHelp);
        refused->setFocusProxy(passwordMayHelp ? enterPassword : editLogin);
    }
    QWidget *const shown = isRefused ? static_cast<QWidget *>(refused) : stack;
    if (middle->currentWidget() == shown) {
        return;
    }
    const bool hadFocus = middle->isAncestorOf(QApplication::focusWidget());
    middle->setCurrentWidget(shown);
    if (hadFocus) {
        isRefused ? refused->setFocus() : focusFirst();
    }
}

void SessionView::Private::buildInspector()
{
    dock = new InspectorDock(context, q);
    q->addDockWidget(Qt::RightDockWidgetArea, dock);
    q->resizeDocks({dock}, {Px(290)}, Qt::Horizontal);
    dock->hide(); // until there is an element to inspect
    inspector = dock->inspector();
    connect(dock, &InspectorDock::left, this, &Private::focusRows);
}

void SessionView::Private::buildPages()
{
    stack->setCurrentWidget(welcome); // else each page that is deleted has the next one laid out
    for (Entry &entry : entries) {
        delete entry.page; // removes it from the stack, too
        entry = {entry.spec, entry.spec.make(context, stack), nullptr};
        stack->addWidget(entry.page);
        if (QWidget *side = entry.page->side()) {
            sides->addWidget(side);
        }
        connectPage(entry.page);
        entry.page->setPageRows(pageRows);
    }
    currentEntry = 0;
}

void SessionView::Private::buildWriteWindow()
{
    connect(actions.allowChanges, &QAction::toggled, &writes, &WriteWindow::setOpen);
    connect(&writes, &WriteWindow::ticked, this, &Private::showWriteWindow);
    connect(&writes, &WriteWindow::changed, this, [this] {
        showWriteWindow();
        updateGate();
        emit q->changesAllowedChanged();
    });
    connect(&writes, &WriteWindow::ended, q,
            [this] { strip->showMessage(SessionView::tr("The 15 minutes are over: changes are off again.")); });
}

void SessionView::Private::showWriteWindow()
{
    const bool isAsked = hasWorkspace() && workspace->connection.production && !workspace->connection.readOnly;
    if (!isAsked) {
        writes.setOpen(false);
    }
    actions.allowChanges->setEnabled(isAsked);
    actions.allowChanges->setChecked(writes.isOpen());
    actions.allowChanges->setToolTip(isAsked ? QString()
                                             : SessionView::tr("Only a production connection asks for this."));
    toolBar->showChanges(isAsked, writes.left());
    strip->setChangesAllowed(q->areChangesAllowed());
}

void SessionView::Private::updateGate()
{
    if (!hasWorkspace()) {
        gate->setReason(SessionView::tr("No workspace is open."));
    } else if (moment != nullptr) {
        gate->setReason(SessionView::tr("The past is shown: operations are off. Escape returns to live."));
    } else if (workspace->connection.readOnly) {
        gate->setReason(SessionView::tr("Read-only: to change data, untick “read-only” in the connection."));
    } else if (!q->areChangesAllowed()) {
        gate->setReason(
            SessionView::tr("This is a production connection: changes are off until you press “Allow changes” "
                            "in the toolbar."));
    } else if (live->status().state != models::ConnectionStatus::State::Connected) {
        gate->setReason(SessionView::tr("There is no connection to the server now."));
    } else if (!allowance.journal.isEmpty()) {
        gate->setReason(
            SessionView::tr("Operations are off while their journal cannot be written: %1").arg(allowance.journal));
    } else if (allowance.answer == Allowance::Answer::None) {
        gate->setReason(SessionView::tr("The server's ACL does not allow this user to run operations. It lacks %1.")
                            .arg(allowance.missing.value(0)));
    } else if (bar->isRunning()) {
        gate->setReason(SessionView::tr("One operation at a time: “%1” is running. Wait until it ends, or stop it.")
                            .arg(bar->title()));
    } else {
        gate->setReason({});
    }
}

void SessionView::Private::connectPage(Page *page)
{
    connect(page, &Page::currentChanged, this, &Private::updateActions);
    connect(page, &Page::shownChanged, this, [this, page] {
        if (hasWorkspace() && current().page == page) {
            outcomes->leave();
            toolBar->showFilter(page->filterText()); // list and open collection have separate filters
            placeInspector();
            updateActions();
            placeBar();
            emit q->shownChanged();
        }
    });
}

void SessionView::Private::connectHost()
{
    connect(context.lab, &LabService::offered, this, [this](const std::vector<models::LabPattern> &patterns) {
        hasLab = !patterns.empty();
        listPages(currentEntry);
    });
    connect(context.discovery, &DiscoveryService::statusChanged, this, [this](const DiscoveryStatus &search) {
        const bool has = search.is != DiscoveryStatus::Is::NotStarted;
        if (std::exchange(hasSearched, has) != has) {
            listPages(currentEntry);
        }
    });
    connect(host, &PageHost::findRequested, this, [this] {
        showAside(findPage);
        if (q->isVisible()) {
            focusRows(); // else its first button has the focus, which stops the search
        }
    });
    connect(host, &PageHost::presentationWanted, this, &Private::present);
    connect(host, &PageHost::messageWanted, q, &SessionView::showMessage);
    connect(host, &PageHost::collectionRequested, q, &SessionView::openCollection);
    connect(host, &PageHost::inspectRequested, this, &Private::inspect);
    connect(host, &PageHost::selectedSeen, this, [this](const Element &element) {
        if (inspector->follow(element)) {
            offerInspected();
        }
    });
    connect(host, &PageHost::selectedLeft, inspector, &Inspector::setLeft);
    connect(host, &PageHost::inspectCleared, inspector, &Inspector::clear);
    connect(host, &PageHost::inspectorWanted, this, [this] { showInspector(true); });
    connect(host, &PageHost::operationShown, this, [this] { showAside(journalPage); }); // before it is selected there
}

void SessionView::Private::inspect(const Place &place, const Element &element)
{
    // The page may still show the workspace before an edit.
    const auto there = hasWorkspace() ? placeAfterEdit(*place.workspace, place.collection, *workspace) : std::nullopt;
    if (there) {
        inspector->inspect({workspace, *there, place.keysAt}, element,
                           models::ElementRules::of(workspace->collections[*there]));
        offerInspected();
    }
}

void SessionView::Private::present(bool wanted)
{
    for (const QPointer<QWidget> &each : std::exchange(hidden, {})) {
        if (each != nullptr) {
            each->show();
        }
    }
    std::vector<QWidget *> around{tops, strip, navigation, bar};
    for (QToolBar *each : q->findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        around.push_back(each); // of the demonstration
    }
    for (QWidget *each : around) {
        if (wanted && !each->isHidden()) {
            each->hide();
            hidden.emplace_back(each);
        }
    }
    emit q->presentationWanted(wanted);
}

void SessionView::Private::showAside(const QString &page)
{
    const int from = currentEntry;
    q->showPage(page);
    if (currentEntry != from) {
        detailsFrom = from;
    }
}

void SessionView::Private::connectActions()
{
    connect(outcomes, &models::ElementOutcomes::changed, this, &Private::offerInspected);
    connect(actions.refresh, &QAction::triggered, q, &SessionView::refreshRequested);
    connect(actions.pause, &QAction::toggled, q, &SessionView::pauseToggled);
    connect(actions.filter, &QAction::triggered, toolBar, &ToolBar::focusFilter);
    connect(actions.connectServer, &QAction::triggered, q, &SessionView::connectRequested);
    connect(actions.editConnection, &QAction::triggered, q, &SessionView::editConnectionRequested);
    connect(actions.openFile, &QAction::triggered, q, [this] { emit q->openRequested({}); });
    actions.save->setEnabled(false);
    connect(actions.save, &QAction::triggered, q, &SessionView::saveRequested);
    connect(actions.demo, &QAction::triggered, q, &SessionView::demoRequested);
    connect(actions.close, &QAction::triggered, q, &SessionView::closeRequested);
    connect(actions.newTab, &QAction::triggered, q, &SessionView::newTabRequested);
    connect(actions.nextTab, &QAction::triggered, q, [this] { emit q->tabStepRequested(1); });
    connect(actions.previousTab, &QAction::triggered, q, [this] { emit q->tabStepRequested(-1); });
    connect(actions.allTabs, &QAction::triggered, q, &SessionView::allTabsRequested);
    connect(actions.nextPage, &QAction::triggered, this, [this] { stepPage(1); });
    connect(actions.previousPage, &QAction::triggered, this, [this] { stepPage(-1); });
    connect(actions.settings, &QAction::triggered, q, &SessionView::settingsRequested);
    const auto zoom = [this](QAction *action, int by) {
        connect(action, &QAction::triggered, this, [this, by] {
            by == 0 ? context.theme->setZoom(100) : context.theme->stepZoom(by);
            q->showMessage(SessionView::tr("Zoom: %1 %").arg(context.theme->nextZoom()));
        });
    };
    zoom(actions.zoomIn, 1);
    zoom(actions.zoomOut, -1);
    zoom(actions.zoomReset, 0);
    connect(actions.nextColours, &QAction::triggered, this, [this] {
        context.theme->setNextChoice();
        q->showMessage(SessionView::tr("Theme: %1").arg(choiceTitle(context.theme->choice())));
    });
    connect(actions.palette, &QAction::triggered, this,
            [this] { palette->isVisible() ? palette->hide() : palette->open(commands()); });
    connect(actions.shortcuts, &QAction::triggered, this,
            [this] { overlay->isVisible() ? overlay->hide() : overlay->open(); });
    connect(actions.back, &QAction::triggered, this, [this] { goBack(); });
    connect(actions.inspector, &QAction::triggered, this, [this] { showInspector(!dock->isOpen()); });
    connect(dock, &QDockWidget::visibilityChanged, actions.inspector, &QAction::setChecked);
    connect(actions.findCollections, &QAction::triggered, host, &PageHost::findRequested);
    connect(actions.addCollection, &QAction::triggered, q, &SessionView::addCollectionRequested);
    const auto ask = [this](QAction *action, auto request) {
        connect(action, &QAction::triggered, this, [this, request] {
            if (const std::optional<std::size_t> collection = currentCollection()) {
                request(*collection);
            }
        });
    };
    ask(actions.editCollection, [this](std::size_t collection) { emit q->editCollectionRequested(collection); });
    ask(actions.duplicateCollection,
        [this](std::size_t collection) { emit q->duplicateCollectionRequested(collection); });
    connect(actions.slowLog, &QAction::triggered, this, [this] { showAside(slowLogPage); });
    connect(strip, &StatusStrip::slowLogWanted, actions.slowLog, &QAction::trigger);
    ask(actions.copyCommands, [this](std::size_t collection) { emit host->commandsWanted({workspace, collection}); });
    ask(actions.removeCollection, [this](std::size_t collection) { emit q->removeCollectionRequested(collection); });
    connect(actions.moveUp, &QAction::triggered, this, [this] { moveCurrent(-1); });
    connect(actions.moveDown, &QAction::triggered, this, [this] { moveCurrent(1); });
    connect(toolBar, &ToolBar::rowsWanted, this, &Private::focusRows);
    connect(toolBar, &ToolBar::filterChanged, this, [this](const QString &text) { current().page->setFilter(text); });
    connect(toolBar, &ToolBar::searchWanted, this, [this] { current().page->search(); });
    connect(toolBar, &ToolBar::intervalChosen, q, &SessionView::intervalChosen);
    connect(toolBar, &ToolBar::recentChosen, q, &SessionView::openRequested);
}

QKeySequence SessionView::Private::pageKey(int place)
{
    return place < mostPageKeys ? QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(Qt::Key_1 + place)))
                                : QKeySequence();
}

void SessionView::Private::addPageKeys()
{
    const int keys = std::min(mostPageKeys, static_cast<int>(entries.size()));
    for (int i = 0; i < keys; ++i) {
        auto *action = new QAction(q);
        action->setShortcut(pageKey(i));
        q->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] {
            const QStringList pages = navigation->pages();
            if (hasWorkspace() && i < pages.size()) {
                choose(entryOf(pages[i]));
                focusRows(); // for the next key
            }
        });
    }
}

/// Goes to the next or previous page in navigation order, cyclic, including pages without a key.
void SessionView::Private::stepPage(int by)
{
    const QStringList pages = navigation->pages();
    const auto at = static_cast<int>(pages.indexOf(current().spec.id));
    if (hasWorkspace() && at >= 0) {
        const auto count = static_cast<int>(pages.size());
        choose(entryOf(pages[(at + by + count) % count]));
        focusRows();
    }
}

int SessionView::Private::entryOf(const QString &page) const
{
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&page](const Entry &entry) { return entry.spec.id == page; });
    return found == entries.end() ? -1 : static_cast<int>(found - entries.begin());
}

/// Lists the pages of the kinds in the workspace, and the open page even if its last collection was removed.
void SessionView::Private::listPages(int open)
{
    for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
        const KindInfo *kind = entries[static_cast<std::size_t>(i)].spec.kind;
        const QString &id = entries[static_cast<std::size_t>(i)].spec.id;
        const auto isOfIt = [kind](const CollectionDefinition &collection) { return collection.kind == kind; };
        navigation->setListed(
            i,
            (kind == nullptr && id != slowLogPage && (id != labPage || hasLab) && (id != findPage || hasSearched))
                || i == open
                || (workspace != nullptr
                    && std::any_of(workspace->collections.begin(), workspace->collections.end(), isOfIt)));
    }
}

/// Opens a page chosen in the navigation; the current page returns to its start.
void SessionView::Private::choose(int entry)
{
    cameFromOverview = false;
    detailsFrom.reset();
    if (entry == currentEntry) {
        current().page->back();
    }
    showEntry(entry);
}

void SessionView::Private::bringUpToDate(Entry &entry) const
{
    if (const SnapshotPtr &shown = shownSnapshot(); shown != nullptr && entry.applied != shown) {
        entry.applied = shown;
        entry.page->apply(shown);
    }
}

void SessionView::Private::showEntry(int index)
{
    const bool moved = stack->currentWidget() != entries[static_cast<std::size_t>(index)].page;
    if (moved && hasWorkspace()) {
        current().page->setFilter({}); // a filter applies to one page
    }
    currentEntry = index;
    Entry &entry = current();
    if (moved) {
        inspector->clear();
        outcomes->leave();
    }
    bringUpToDate(entry);
    stack->setCurrentWidget(entry.page);
    if (moved) {
        toolBar->showFilter(entry.page->filterText());
        placeInspector();
    }
    listPages(index);
    navigation->showPage(entry.spec.id);
    updateActions();
    placeBar();
    if (moved) {
        emit q->shownChanged();
    }
}

void SessionView::Private::placeBar()
{
    const std::optional<std::size_t> open = current().page->hasElements() ? currentCollection() : std::nullopt;
    const bool hadFocus = bar->isAncestorOf(QApplication::focusWidget());
    bar->setPlace(open ? current().spec.id + u'/' + workspace->collections[*open].name : current().spec.id);
    if (hadFocus && !bar->isVisible()) {
        focusRows();
    }
}

void SessionView::Private::showOld()
{
    const bool isOld = (live->isSilent() || live->isAged()) && moment == nullptr; // past figures do not age
    if (std::exchange(shownOld, isOld) == isOld) {
        return;
    }
    strip->setOld(isOld);
    inspector->setOld(isOld);
    for (const Entry &entry : entries) {
        entry.page->setOld(isOld);
    }
    showTroubles();
}

void SessionView::Private::showTitle()
{
    const QString name = workspace == nullptr ? QString()
        : !actions.save->isEnabled()          ? workspace->name
                                              : SessionView::tr("%1 (not saved)").arg(workspace->name);
    q->setWindowTitle(name.isEmpty() ? QStringLiteral("Plimsoll") : QStringLiteral("%1 – Plimsoll").arg(name));
}

std::optional<std::size_t> SessionView::Private::currentCollection()
{
    if (!hasWorkspace()) {
        return std::nullopt;
    }
    const std::optional<std::size_t> collection = current().page->currentCollection();
    return collection ? rowNow(*collection) : std::nullopt;
}

std::optional<std::size_t> SessionView::Private::rowNow(std::size_t row) const
{
    const WorkspacePtr shown = shownSnapshot() == nullptr ? nullptr : shownSnapshot()->layout->workspace;
    return hasWorkspace() && shown != nullptr ? placeAfterEdit(*shown, row, *workspace) : std::nullopt;
}

void SessionView::Private::updateActions()
{
    offerReport();
    const auto collection = currentCollection();
    for (QAction *action : actions.ofCollection()) {
        action->setEnabled(collection.has_value());
    }
    if (collection) {
        actions.moveUp->setEnabled(*collection > 0);
        actions.moveDown->setEnabled(*collection + 1 < workspace->collections.size());
    }
    actions.copyCommands->setEnabled(collection.has_value() && moment == nullptr);
    for (QAction *action : {actions.refresh, actions.pause, actions.filter, actions.inspector, actions.addCollection,
                            actions.editConnection, actions.slowLog}) {
        action->setEnabled(hasWorkspace());
    }
    actions.past->setEnabled(hasWorkspace());
    actions.findCollections->setEnabled(hasWorkspace() && moment == nullptr && !live->status().recorded);
    actions.findCollections->setToolTip(live->status().recorded ? SessionView::tr("A recording has no server.")
                                                                : QString());
    actions.filter->setEnabled(hasWorkspace() && moment == nullptr); // hidden by the slider
}

void SessionView::Private::moveCurrent(int by)
{
    const auto collection = currentCollection();
    if (collection && (by > 0 ? *collection + 1 < workspace->collections.size() : *collection > 0)) {
        emit q->moveCollectionRequested(*collection, by > 0 ? *collection + 1 : *collection - 1);
    }
}

void SessionView::Private::connectReport()
{
    connect(actions.report, &QAction::triggered, this, [this] {
        const auto [from, to] = reportTimes();
        askReport(from, to);
    });
}

void SessionView::Private::offerReport() const
{
    const QString why = hasWorkspace() ? reportTrouble : SessionView::tr("No workspace is open.");
    actions.report->setEnabled(why.isEmpty());
    actions.report->setToolTip(
        why.isEmpty()
            ? SessionView::tr("Everything that happened in a period, with figures and charts, as one file to share.")
            : why);
}

std::pair<milliseconds, milliseconds> SessionView::Private::reportTimes()
{
    for (const TimeChart *chart : current().page->findChildren<TimeChart *>()) {
        const auto [from, to] = chart->times();
        if (chart->isVisible() && from > milliseconds::zero() && from < to) {
            return {from, to};
        }
    }
    const milliseconds now = q->serverNow();
    return {now - std::chrono::hours(1), now};
}

void SessionView::Private::askReport(milliseconds from, milliseconds to)
{
    auto *dialog = new TimesDialog(
        from, to, [this] { return q->serverNow(); }, q, TimesDialog::For::Report);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TimesDialog::chosen, context.kept, &HistoryService::makeReport);
    dialog->open();
}

QString SessionView::Private::whyKeyIsDisabled(const QKeyEvent &event)
{
    const QKeySequence keys(
        QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event.key())));
    QList<QAction *> all = actions.all();
    if (hasWorkspace()) {
        all += current().page->findChildren<QAction *>();
    }
    for (const QAction *action : std::as_const(all)) {
        if (!action->isEnabled() && action->shortcuts().contains(keys) && isOnScreen(action)) {
            return whyDisabled(action);
        }
    }
    return {};
}

std::vector<Command> SessionView::Private::commands()
{
    std::vector<Command> all;
    const auto add = [&all](std::vector<Command> more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (hasWorkspace()) {
        add(collectionCommands(context, *workspace, shownSnapshot(), shownOld, [this](std::size_t collection) {
            q->openCollection(collection);
            focusRows();
        }));
        const QStringList pages = navigation->pages();
        int place = 0;
        for (const QString &page : pages) {
            const int entry = entryOf(page);
            all.push_back({entries[static_cast<std::size_t>(entry)].spec.title, SessionView::tr("Page"),
                           pageKey(place++).toString(QKeySequence::NativeText), QString(), navigation->worst(page),
                           true, [this, entry] {
                               choose(entry);
                               focusRows();
                           }});
        }
        if (moment == nullptr) { // those of the past are read-only
            add(alertCommands(context, alerts, shownSnapshot(), [this] { return q->serverNow(); }));
        }
        add(pageCommands(*current().page, current().spec.title));
    }
    for (QAction *action : actions.all()) {
        // Going back is Escape, which closes the palette.
        if (action != actions.palette && action != actions.back) {
            if (const auto command = actionCommand(action)) {
                all.push_back(*command);
            }
        }
    }
    return all;
}

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
    if (dock->leave()) {
        focusRows();
        return;
    }
    if (clearSelection()) {
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
    // A page with a panel of its own at that place has nothing to inspect.
    dock->open(wanted, hasWorkspace() && moment == nullptr && current().page->side() == nullptr);
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
    // Elements are not recorded.
    dock->place(hasWorkspace() && current().page->hasElements() && moment == nullptr);
}

void SessionView::Private::fitInspector()
{
    if (dock->fit()) {
        placeInspector();
    }
}

void SessionView::Private::offerInspected()
{
    dock->offer(context, *current().page);
}

void SessionView::Private::connectAlerts()
{
    connect(context.alerts, &AlertsService::alertsRead, this, [this](const AlertList &read) {
        alerts = read;
        showTroubles();
    });
    connect(host, &PageHost::alertShown, this, [this] { q->showPage(alertsPage); }); // before it is selected there
    connect(host, &PageHost::limitEditRequested, this, [this](std::size_t collection, const QString &figure) {
        if (const auto there = rowNow(collection)) {
            emit q->editLimitRequested(*there, figure);
        }
    });
    connect(host, &PageHost::boundEditRequested, this, [this](std::size_t collection, bool approve) {
        if (const auto there = rowNow(collection)) {
            emit q->editBoundRequested(*there, approve);
        }
    });
    connect(host, &PageHost::limitsReviewRequested, this, [this](std::size_t collection) {
        if (const auto there = rowNow(collection)) {
            emit q->limitsReviewRequested(*there);
        }
    });
}

TroubleCount SessionView::Private::alertTrouble() const
{
    const std::chrono::milliseconds now = moment == nullptr ? q->serverNow() : moment->time;
    TroubleCount open;
    const AlertList then = moment == nullptr ? AlertList() : models::alertsAt(*moment, {});
    for (const Alert &alert : moment == nullptr ? alerts.active : then.active) {
        if (!alert.isTaken(now)) {
            open.add(alert.state);
        }
    }
    return open;
}

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

std::vector<TroubleCount> SessionView::Private::troublesOf(const SnapshotPtr &of) const
{
    std::vector<TroubleCount> troubles(entries.size());
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
    const auto addServer = [](TroubleCount &all, const std::vector<Alert> &active) {
        if (const State worst = models::serverTrouble(active); worst != State::Ok) {
            all.add(worst);
        }
    };
    const int alertsEntry = entryOf(alertsPage);
    std::vector<TroubleCount> troubles = troublesOf(shownSnapshot());
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
    if (live->isLost()) {
        return lostText(live->status());
    }
    const QString text = models::troubleText(trouble.states);
    return text.isEmpty() ? SessionView::tr("all well") : text;
}

} // namespace plimsoll::views

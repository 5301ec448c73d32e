// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/sessionviewprivate.h"

#include "models/text/elementtext.h"
#include "models/text/elementoutcomes.h"
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/workspacechange.h"
#include "views/charts/timechart.h"
#include "views/charts/timesdialog.h"
#include "views/dialogs/shortcutoverlay.h"
#include "views/inspector/inspector.h"
#include "views/operations/offers.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationgate.h"
#include "views/page/discoveryservice.h"
#include "views/page/labservice.h"
#include "views/pages/welcomepage.h"
#include "views/theme/theme.h"
#include "views/widgets/banner.h"
#include "views/widgets/notice.h"
#include "views/window/focusring.h"
#include "views/window/navigation.h"
#include "views/window/statusstrip.h"
#include "views/window/toolbar.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
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
    ageing.setSingleShot(true);
    connect(&ageing, &QTimer::timeout, this, [this] {
        aged = true;
        showOld();
    });
    countdown.setInterval(std::chrono::seconds(1));
    connect(&countdown, &QTimer::timeout, this, [this] { showBanner(); });
}

void SessionView::Private::buildCentre()
{
    auto *centre = new QWidget(q);
    banner = new Banner(context.theme, strip);
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

    connect(banner, &Banner::acted, this, &Private::actOnBanner);
    connect(banner, &Banner::otherActed, q, &SessionView::editConnectionRequested);
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
        !lostAt.isEmpty() && status.loginRefused && snapshot == nullptr && moment == nullptr && hasWorkspace();
    if (isRefused) {
        const QString why = models::asSentence(lostWhy);
        refused->say(SessionView::tr("The server refused the login"),
                     passwordMayHelp()
                         ? SessionView::tr("%1 Enter the password, or change the user in the connection.").arg(why)
                         : why,
                     State::Critical);
        enterPassword->setVisible(passwordMayHelp());
        refused->setFocusProxy(passwordMayHelp() ? enterPassword : editLogin);
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
    dock = new QDockWidget(SessionView::tr("Inspector"), q);
    dock->setObjectName(QStringLiteral("inspectorDock"));
    dock->setAllowedAreas(Qt::RightDockWidgetArea);
    dock->setFeatures(QDockWidget::DockWidgetClosable);
    // No title, because the inspector has its own head, but a way back where it leaves little of the page.
    auto *title = new QWidget(dock);
    auto *line = new QHBoxLayout(title);
    line->setContentsMargins(0, 0, 0, 0); // without its button it has no size
    line->addStretch();
    closeInspector = new QPushButton(SessionView::tr("Close") + QStringLiteral("  Esc"), title);
    closeInspector->setObjectName(QStringLiteral("closeInspector"));
    closeInspector->setAccessibleName(SessionView::tr("Close the inspector"));
    closeInspector->setProperty("role", QStringLiteral("slim"));
    closeInspector->hide();
    connect(closeInspector, &QPushButton::clicked, this, &Private::leaveInspector);
    line->addWidget(closeInspector);
    dock->setTitleBarWidget(title);
    inspector = new Inspector(context, dock);
    dock->setWidget(inspector);
    inspector->setMinimumWidth(Px(240));
    q->addDockWidget(Qt::RightDockWidgetArea, dock);
    q->resizeDocks({dock}, {Px(290)}, Qt::Horizontal);
    dock->hide();
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
    } else if (status.state != models::ConnectionStatus::State::Connected) {
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
            q->showMessage(SessionView::tr("Zoom: %1 %").arg(context.theme->zoom()));
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
    connect(actions.inspector, &QAction::triggered, this, [this] { showInspector(!dock->isVisibleTo(q)); });
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

void SessionView::Private::age()
{
    if (!status.paused || snapshot == nullptr || aged) {
        ageing.stop(); // old figures stay old until the next snapshot
    } else if (!ageing.isActive()) {
        const auto since = std::chrono::steady_clock::now() - snapshot->taken;
        const auto left = std::chrono::ceil<milliseconds>(2 * status.interval - since);
        ageing.start(std::max(milliseconds(0), left));
    }
}

void SessionView::Private::showOld()
{
    const bool isOld = (old || aged) && moment == nullptr; // past figures do not age
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

void SessionView::Private::showBanner()
{
    showRefused();
    if (!lostAt.isEmpty()) {
        const QString what = status.isNotPermitted ? SessionView::tr("No permission to read since %1: %2")
            : snapshot == nullptr                  ? SessionView::tr("No connection since %1: %2")
                                                   : SessionView::tr("Connection lost at %1: %2");
        // Rounded up, to avoid "in 0 s".
        const auto left = std::chrono::seconds((retryAt.remainingTime() + 999) / 1000);
        const bool waiting = status.state == models::ConnectionStatus::State::Lost && left.count() > 0;
        const QString next = status.paused ? SessionView::tr("Updates are paused; Plimsoll retries once they resume.")
            : waiting                      ? SessionView::tr("Trying again in %1.").arg(models::formatDuration(left))
            : passwordMayHelp()            ? SessionView::tr("Plimsoll won't retry until you enter a password.")
            : status.loginRefused          ? SessionView::tr("Plimsoll won't retry until the connection is changed.")
                                           : SessionView::tr("Trying again…");
        banner->say(QStringLiteral("%1 %2").arg(what.arg(lostSince(), models::asSentence(lostWhy)), next), true,
                    passwordMayHelp()         ? SessionView::tr("Enter the password…")
                        : status.loginRefused ? SessionView::tr("Edit the connection…")
                                              : SessionView::tr("Try now"),
                    snapshot == nullptr && !status.loginRefused ? SessionView::tr("Edit the connection…") : QString());
        return;
    }
    if (old && snapshot != nullptr) {
        const QString since = models::formatTime(snapshot->serverTime);
        banner->say(moment == nullptr
                        ? SessionView::tr("No answer since %1. These figures are from then.").arg(since)
                        : SessionView::tr("No answer since %1. What is shown as “now” is from then.").arg(since),
                    false);
        return;
    }
    if (!leftOpen.empty()) {
        banner->say(leftOpenText(), false, recovering ? SessionView::tr("Trying…") : SessionView::tr("Try again"));
        return;
    }
    banner->say({}, false);
}

QString SessionView::Private::lostSince() const
{
    return lastTry - firstTry < std::chrono::seconds(1)
        ? lostAt
        : SessionView::tr("%1, tried again at %2").arg(lostAt, models::formatTime(lastTry));
}

QString SessionView::Private::leftOpenText() const
{
    const OperationReport &first = leftOpen.front();
    const QString what = SessionView::tr("“%1, %2” of %3 was cut off after %4 of %5 and could not be completed: %6")
                             .arg(models::actionTitle(first), first.collection, models::formatDateTime(first.time),
                                  models::formatCount(first.accounted()), models::formatCount(first.matched),
                                  models::asSentence(first.error));
    const QString kept = first.keptUntil
        ? SessionView::tr("The elements it took are kept on the server until at least %1.")
              .arg(models::formatDateTime(*first.keptUntil))
        : QString();
    QStringList parts{what, kept};
    if (leftOpen.size() > 1) {
        const auto more = static_cast<int>(leftOpen.size()) - 1;
        parts << (more == 1 ? SessionView::tr("One more is left open, too: see the journal.")
                            : SessionView::tr("%1 more are left open, too: see the journal.", nullptr, more).arg(more));
    }
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

void SessionView::Private::actOnBanner()
{
    if (!lostAt.isEmpty() && passwordMayHelp()) {
        emit q->passwordRequested();
    } else if (!lostAt.isEmpty() && status.loginRefused) {
        emit q->editConnectionRequested();
    } else if (!lostAt.isEmpty()) {
        retryAt = QDeadlineTimer(0);
        showBanner();
        emit q->refreshRequested();
    } else if (!recovering) {
        recovering = true;
        showBanner();
        context.operations->recover();
    }
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
    actions.findCollections->setEnabled(hasWorkspace() && moment == nullptr && !status.recorded);
    actions.findCollections->setToolTip(status.recorded ? SessionView::tr("A recording has no server.") : QString());
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

void SessionView::Private::offerReport()
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

} // namespace plimsoll::views

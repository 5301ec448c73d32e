// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mainwindow.h"

#include "models/format.h"
#include "views/actions.h"
#include "views/banner.h"
#include "views/inspector.h"
#include "views/kindpage.h"
#include "views/navigation.h"
#include "views/overviewpage.h"
#include "views/shortcutoverlay.h"
#include "views/statusstrip.h"
#include "views/theme.h"
#include "views/toolbar.h"
#include "views/welcomepage.h"

#include <QAction>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDockWidget>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace plimsoll::views {

namespace {

constexpr std::chrono::seconds messageStays{6};
constexpr int mostPageKeys = 9;
const QString overviewName = QStringLiteral("overview");

/// Fields of this collection that are never shown.
QStringList redactedFields(const WorkspacePtr &workspace, std::size_t collection)
{
    QStringList fields;
    if (workspace != nullptr && collection < workspace->collections.size()) {
        const QJsonArray redacted =
            workspace->collections[collection].options.value(QLatin1StringView("redact")).toArray();
        for (const QJsonValue &field : redacted) {
            fields.append(field.toString());
        }
    }
    return fields;
}

/// Another server or file, not the same one edited.
bool isAnother(const WorkspacePtr &a, const WorkspacePtr &b)
{
    return a == nullptr || b == nullptr || a->path != b->path || a->connection.url != b->connection.url;
}

} // namespace

class MainWindow::Private final : public QObject {
public:
    struct Entry {
        QString name;
        Page *page = nullptr;
        const KindInfo *kind = nullptr; ///< null: the overview
        SnapshotPtr applied; ///< what the page has seen; hidden pages are not kept up to date
    };

    Private(MainWindow *window, const PageContext &pageContext, std::span<const KindInfo *const> kindInfos);

    void buildCentre();
    void buildInspector();
    void buildPages();
    void connectPage(Page *page);
    void connectActions();
    void addPageKeys();

    [[nodiscard]] Entry &current() { return entries[static_cast<std::size_t>(currentEntry)]; }
    [[nodiscard]] bool hasWorkspace() const { return workspace != nullptr; }
    void showEntry(int index);
    void bringUpToDate(Entry &entry) const;
    void showTroubles();
    void showBanner();
    void goBack();
    void showInspector(bool wanted);
    [[nodiscard]] std::optional<std::size_t> currentCollection();
    void updateActions();
    void moveCurrent(int by);

    MainWindow *q;
    PageContext context;
    std::vector<const KindInfo *> kinds;
    Actions actions;
    WorkspacePtr workspace;
    SnapshotPtr snapshot;
    ConnectionStatus status;
    QDeadlineTimer retryAt;
    QString lostAt, lostWhy; ///< since when and why there is no connection; empty: there is one
    bool old = false;
    bool inspectorWanted = true;
    bool cameFromOverview = false;
    QTimer countdown;

    ToolBar *toolBar = nullptr;
    Navigation *navigation = nullptr;
    Banner *banner = nullptr;
    QStackedWidget *stack = nullptr;
    WelcomePage *welcome = nullptr;
    OverviewPage *overview = nullptr;
    StatusStrip *strip = nullptr;
    QDockWidget *dock = nullptr;
    Inspector *inspector = nullptr;
    ShortcutOverlay *overlay = nullptr;
    std::vector<Entry> entries;
    int currentEntry = 0;
};

MainWindow::Private::Private(MainWindow *window, const PageContext &pageContext,
                             std::span<const KindInfo *const> kindInfos)
    : q(window), context(pageContext), kinds(kindInfos.begin(), kindInfos.end()), actions(makeActions(window))
{
    toolBar = new ToolBar(context.theme, actions, q);
    q->setMenuWidget(toolBar);
    strip = new StatusStrip(context.theme, q);
    q->setStatusBar(strip);
    buildCentre();
    buildInspector();
    buildPages();
    connectActions();
    addPageKeys();
    overlay = new ShortcutOverlay(context.theme, actions.withShortcut(), q);
    countdown.setInterval(std::chrono::seconds(1));
    connect(&countdown, &QTimer::timeout, this, [this] { showBanner(); });
}

void MainWindow::Private::buildCentre()
{
    auto *centre = new QWidget(q);
    banner = new Banner(context.theme, centre);
    navigation = new Navigation(context.theme, centre);
    stack = new QStackedWidget(centre);
    stack->setObjectName(QStringLiteral("pages"));
    welcome = new WelcomePage(context.theme, actions, stack);
    stack->addWidget(welcome);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(navigation);
    columns->addWidget(stack, 1);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(banner);
    layout->addLayout(columns, 1);
    q->setCentralWidget(centre);

    connect(navigation, &Navigation::pageChosen, this, [this](const QString &name) {
        cameFromOverview = false;
        const bool again = current().name == name;
        if (again) {
            current().page->back();
        }
        q->showPage(name);
    });
    connect(welcome, &WelcomePage::recentChosen, q, &MainWindow::openRequested);
    navigation->addAction(actions.addCollection);
}

void MainWindow::Private::buildInspector()
{
    dock = new QDockWidget(MainWindow::tr("Inspector"), q);
    dock->setObjectName(QStringLiteral("inspectorDock"));
    dock->setAllowedAreas(Qt::RightDockWidgetArea);
    dock->setFeatures(QDockWidget::DockWidgetClosable);
    // No title bar: the inspector has a head of its own. An empty layout gives the widget a size of nothing.
    auto *noTitle = new QWidget(dock);
    (new QHBoxLayout(noTitle))->setContentsMargins(0, 0, 0, 0);
    dock->setTitleBarWidget(noTitle);
    inspector = new Inspector(context, dock);
    dock->setWidget(inspector);
    inspector->setMinimumWidth(240);
    q->addDockWidget(Qt::RightDockWidgetArea, dock);
    q->resizeDocks({dock}, {290}, Qt::Horizontal);
    dock->hide();
    connect(inspector, &Inspector::asked, q, &MainWindow::asked);
}

void MainWindow::Private::buildPages()
{
    for (const Entry &entry : entries) {
        stack->removeWidget(entry.page);
        delete entry.page;
    }
    entries.clear();
    overview = new OverviewPage(context, actions, stack);
    connect(overview, &OverviewPage::currentChanged, this, [this] { updateActions(); });
    entries.push_back({overviewName, overview, nullptr, nullptr});
    for (const KindInfo *kind : kinds) {
        entries.push_back({QString(kind->id), new KindPage(kind, context, stack), kind, nullptr});
    }
    const bool listed = navigation->count() > 0;
    for (const Entry &entry : entries) {
        stack->addWidget(entry.page);
        connectPage(entry.page);
        if (!listed) {
            navigation->addEntry(entry.name,
                                 entry.kind == nullptr ? MainWindow::tr("Overview") : models::kindPlural(*entry.kind));
        }
    }
    currentEntry = 0;
}

void MainWindow::Private::connectPage(Page *page)
{
    connect(page, &Page::asked, q, &MainWindow::asked);
    connect(page, &Page::editRequested, q, &MainWindow::editCollectionRequested);
    connect(page, &Page::collectionRequested, q, &MainWindow::openCollection);
    connect(page, &Page::shownChanged, this, [this, page] {
        if (hasWorkspace() && current().page == page) {
            updateActions();
            emit q->shownChanged();
        }
    });
    connect(page, &Page::inspectRequested, this, [this](std::size_t collection, const Element &element) {
        inspector->inspect(collection, element, redactedFields(workspace, collection));
        dock->setVisible(inspectorWanted);
    });
    connect(page, &Page::inspectCleared, inspector, &Inspector::clear);
}

void MainWindow::Private::connectActions()
{
    connect(actions.refresh, &QAction::triggered, q, &MainWindow::refreshRequested);
    connect(actions.pause, &QAction::toggled, q, &MainWindow::pauseToggled);
    connect(actions.filter, &QAction::triggered, toolBar, &ToolBar::focusFilter);
    connect(actions.connectServer, &QAction::triggered, q, &MainWindow::connectRequested);
    connect(actions.openFile, &QAction::triggered, q, [this] { emit q->openRequested({}); });
    connect(actions.demo, &QAction::triggered, q, &MainWindow::demoRequested);
    connect(actions.close, &QAction::triggered, q, &QWidget::close);
    connect(actions.settings, &QAction::triggered, q, &MainWindow::settingsRequested);
    connect(actions.shortcuts, &QAction::triggered, this,
            [this] { overlay->isVisible() ? overlay->hide() : overlay->open(); });
    connect(actions.back, &QAction::triggered, this, [this] { goBack(); });
    connect(actions.inspector, &QAction::triggered, this, [this] { showInspector(!dock->isVisibleTo(q)); });
    connect(dock, &QDockWidget::visibilityChanged, actions.inspector, &QAction::setChecked);
    connect(actions.addCollection, &QAction::triggered, q, &MainWindow::addCollectionRequested);
    connect(actions.editCollection, &QAction::triggered, this, [this] {
        if (const auto collection = currentCollection()) {
            emit q->editCollectionRequested(*collection);
        }
    });
    connect(actions.removeCollection, &QAction::triggered, this, [this] {
        if (const auto collection = currentCollection()) {
            emit q->removeCollectionRequested(*collection);
        }
    });
    connect(actions.moveUp, &QAction::triggered, this, [this] { moveCurrent(-1); });
    connect(actions.moveDown, &QAction::triggered, this, [this] { moveCurrent(1); });
    connect(toolBar, &ToolBar::filterChanged, this, [this](const QString &text) { current().page->setFilter(text); });
    connect(toolBar, &ToolBar::intervalChosen, q, &MainWindow::intervalChosen);
    connect(toolBar, &ToolBar::recentChosen, q, &MainWindow::openRequested);
}

void MainWindow::Private::addPageKeys()
{
    const int keys = std::min(mostPageKeys, static_cast<int>(entries.size()));
    for (int i = 0; i < keys; ++i) {
        auto *action = new QAction(q);
        action->setShortcut(QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(Qt::Key_1 + i))));
        q->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] {
            if (hasWorkspace()) {
                cameFromOverview = false;
                showEntry(i);
            }
        });
    }
}

void MainWindow::Private::bringUpToDate(Entry &entry) const
{
    if (snapshot != nullptr && entry.applied != snapshot) {
        entry.applied = snapshot;
        entry.page->apply(snapshot);
    }
}

void MainWindow::Private::showEntry(int index)
{
    const bool moved = stack->currentWidget() != entries[static_cast<std::size_t>(index)].page;
    currentEntry = index;
    Entry &entry = current();
    if (moved) {
        inspector->clear();
        dock->hide();
        entry.page->setFilter(toolBar->filterText());
    }
    bringUpToDate(entry);
    stack->setCurrentWidget(entry.page);
    navigation->showPage(entry.name);
    updateActions();
    if (moved) {
        emit q->shownChanged();
    }
}

void MainWindow::Private::showTroubles()
{
    struct Trouble {
        int count = 0;
        State worst = State::Ok;
    };
    std::vector<Trouble> troubles(entries.size());
    const auto note = [](Trouble &trouble, State state) {
        ++trouble.count;
        trouble.worst = std::max(trouble.worst, state);
    };
    if (snapshot != nullptr) {
        for (std::size_t i = 0; i < snapshot->size(); ++i) {
            const State state = snapshot->rows[i].state;
            if (state == State::Ok) {
                continue;
            }
            note(troubles.front(), state);
            const auto kind = std::find(kinds.begin(), kinds.end(), snapshot->layout->rows[i].kind);
            if (kind != kinds.end()) {
                note(troubles[static_cast<std::size_t>(kind - kinds.begin()) + 1], state);
            }
        }
    }
    for (std::size_t i = 0; i < troubles.size(); ++i) {
        navigation->setTrouble(static_cast<int>(i), troubles[i].count, troubles[i].worst);
    }
}

void MainWindow::Private::showBanner()
{
    if (!lostAt.isEmpty()) {
        const QString what = snapshot == nullptr ? MainWindow::tr("No connection since %1: %2.")
                                                 : MainWindow::tr("Connection lost at %1: %2.");
        // Rounded up: "in 0 s" is never said.
        const auto left = std::chrono::seconds((retryAt.remainingTime() + 999) / 1000);
        const bool waiting = status.state == ConnectionStatus::State::Lost && left.count() > 0;
        const QString next = waiting ? MainWindow::tr("Trying again in %1.").arg(models::formatDuration(left))
                                     : MainWindow::tr("Trying again…");
        banner->say(QStringLiteral("%1 %2").arg(what.arg(lostAt, lostWhy), next), true);
        if (waiting) {
            ConnectionStatus now = status;
            now.retryIn = left;
            toolBar->setConnection(now);
        }
        return;
    }
    if (old && snapshot != nullptr) {
        banner->say(MainWindow::tr("No answer since %1. These figures are from then.")
                        .arg(models::formatTime(snapshot->serverTime)),
                    false);
        return;
    }
    banner->say({}, false);
}

void MainWindow::Private::goBack()
{
    if (overlay->isVisible()) {
        overlay->hide();
        return;
    }
    if (!hasWorkspace()) {
        return;
    }
    if (!toolBar->filterText().isEmpty()) {
        toolBar->clearFilter();
        current().page->setFocus();
        return;
    }
    const bool wentBack = current().page->back();
    if (cameFromOverview || !wentBack) {
        cameFromOverview = false;
        showEntry(0);
    }
}

void MainWindow::Private::showInspector(bool wanted)
{
    inspectorWanted = wanted;
    dock->setVisible(wanted && hasWorkspace());
}

std::optional<std::size_t> MainWindow::Private::currentCollection()
{
    if (!hasWorkspace()) {
        return std::nullopt;
    }
    std::optional<std::size_t> collection;
    if (current().page == overview) {
        collection = overview->currentCollection();
    } else if (const std::set<std::size_t> shownNow = current().page->shown(); shownNow.size() == 1) {
        collection = *shownNow.begin();
    }
    // A snapshot may still be of a longer workspace than the one just edited.
    return collection && *collection < workspace->collections.size() ? collection : std::nullopt;
}

void MainWindow::Private::updateActions()
{
    const auto collection = currentCollection();
    for (QAction *action : actions.ofCollection()) {
        action->setEnabled(collection.has_value());
    }
    if (collection) {
        actions.moveUp->setEnabled(*collection > 0);
        actions.moveDown->setEnabled(*collection + 1 < workspace->collections.size());
    }
    for (QAction *action : {actions.refresh, actions.pause, actions.filter, actions.inspector, actions.addCollection}) {
        action->setEnabled(hasWorkspace());
    }
}

void MainWindow::Private::moveCurrent(int by)
{
    const auto collection = currentCollection();
    if (collection && (by > 0 ? *collection + 1 < workspace->collections.size() : *collection > 0)) {
        emit q->moveCollectionRequested(*collection, by > 0 ? *collection + 1 : *collection - 1);
    }
}

MainWindow::MainWindow(const PageContext &context, std::span<const KindInfo *const> kinds, QWidget *parent)
    : QMainWindow(parent), m_private(std::make_unique<Private>(this, context, kinds))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/plimsoll/icons/plimsoll.svg")));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    setMinimumSize(720, 440);
    resize(1280, 800);
    setWorkspace({});
}

MainWindow::~MainWindow() = default;

void MainWindow::setWorkspace(const WorkspacePtr &workspace)
{
    Private &d = *m_private;
    const bool another = isAnother(d.workspace, workspace);
    d.workspace = workspace;
    if (another) {
        // Nothing of the server before may be taken for the new one's.
        d.snapshot.reset();
        d.lostAt.clear();
        d.status = {};
        d.old = false;
        d.countdown.stop();
        d.actions.pause->setChecked(false);
        d.inspector->clear();
        d.dock->hide();
        if (d.entries.empty() || std::any_of(d.entries.begin(), d.entries.end(), [](const auto &entry) {
                return entry.applied != nullptr;
            })) {
            d.buildPages();
        }
        d.toolBar->setWorkspace(workspace);
        d.strip->setWorkspace(workspace);
        d.showTroubles();
        d.showBanner();
    }
    d.overview->setWorkspace(workspace);
    d.navigation->setVisible(workspace != nullptr);
    d.strip->setVisible(workspace != nullptr);
    setWindowTitle(workspace == nullptr ? QStringLiteral("Plimsoll")
                                        : QStringLiteral("%1 – Plimsoll").arg(workspace->name));
    if (workspace == nullptr) {
        d.stack->setCurrentWidget(d.welcome);
        d.welcome->focusFirst();
        d.updateActions();
    } else if (another) {
        d.showEntry(0);
        d.overview->setFocus();
    } else {
        d.updateActions();
    }
}

void MainWindow::apply(const SnapshotPtr &snapshot)
{
    Private &d = *m_private;
    if (d.workspace == nullptr) {
        return;
    }
    d.snapshot = snapshot;
    d.toolBar->setRoundTrip(snapshot->roundTrip);
    d.strip->apply(snapshot);
    d.inspector->setNow(snapshot->serverTime);
    d.showTroubles();
    d.bringUpToDate(d.current());
    d.updateActions();
}

void MainWindow::answer(const BrowseResult &result)
{
    m_private->inspector->answer(result);
    for (const Private::Entry &entry : m_private->entries) {
        entry.page->answer(result);
    }
}

void MainWindow::setConnection(const ConnectionStatus &status)
{
    Private &d = *m_private;
    using State = ConnectionStatus::State;
    d.status = status;
    if (status.state == State::Lost) {
        if (d.lostAt.isEmpty()) {
            d.lostAt = models::formatTime(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch()));
        }
        d.lostWhy = status.text;
        d.retryAt = QDeadlineTimer(status.retryIn);
        d.countdown.start();
    } else if (status.state != State::Connecting) {
        d.lostAt.clear();
        d.countdown.stop();
    }
    d.toolBar->setConnection(status);
    d.strip->setConnection(status);
    d.showBanner();
}

void MainWindow::setOld(bool old)
{
    Private &d = *m_private;
    if (d.old == old) {
        return;
    }
    d.old = old;
    d.strip->setOld(old);
    for (const Private::Entry &entry : d.entries) {
        entry.page->setOld(old);
    }
    d.showBanner();
}

void MainWindow::setRecent(const QStringList &paths)
{
    m_private->toolBar->setRecent(paths);
    m_private->welcome->setRecent(paths);
}

void MainWindow::showMessage(const QString &text)
{
    m_private->strip->showMessage(text, static_cast<int>(std::chrono::milliseconds(messageStays).count()));
}

QStringList MainWindow::pageNames() const
{
    return m_private->navigation->pages();
}

void MainWindow::showPage(const QString &name)
{
    const auto index = pageNames().indexOf(name);
    if (index >= 0 && m_private->hasWorkspace()) {
        m_private->showEntry(static_cast<int>(index));
    }
}

QString MainWindow::currentPage() const
{
    return m_private->hasWorkspace() ? m_private->current().name : QString();
}

void MainWindow::openCollection(std::size_t collection)
{
    Private &d = *m_private;
    if (d.workspace == nullptr || collection >= d.workspace->collections.size()) {
        return;
    }
    const KindInfo *kind = d.workspace->collections[collection].kind;
    const bool fromOverview = d.current().page == d.overview;
    showPage(QString(kind->id));
    if (auto *page = qobject_cast<KindPage *>(d.current().page)) {
        d.cameFromOverview = fromOverview;
        page->openCollection(collection);
        d.updateActions();
    }
}

std::set<std::size_t> MainWindow::shown() const
{
    return m_private->hasWorkspace() ? m_private->current().page->shown() : std::set<std::size_t>{};
}

void MainWindow::saveLayout(QSettings &settings) const
{
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState());
    settings.setValue(QStringLiteral("window/inspector"), m_private->inspectorWanted);
}

void MainWindow::restoreLayout(const QSettings &settings)
{
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
    m_private->inspectorWanted = settings.value(QStringLiteral("window/inspector"), true).toBool();
    m_private->dock->hide(); // until there is something to inspect
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) {
        event->acceptProposedAction();
        emit openRequested(urls.first().toLocalFile());
    }
}

} // namespace plimsoll::views

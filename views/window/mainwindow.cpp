// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/mainwindow.h"

#include "models/rows/troublemodel.h"
#include "models/text/format.h"
#include "views/page/pagehead.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/card.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/preferences.h"
#include "views/window/programicon.h"
#include "views/window/sessionview.h"

#include <QAction>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px longestTitleName{220}; // px
constexpr Px narrowestTab{150}; // px: number, about ten letters and the button; more tabs are scrolled to

class SessionTabs final : public QTabBar {
public:
    using QTabBar::QTabBar;

private:
    [[nodiscard]] QSize minimumTabSizeHint(int tab) const override
    {
        const QSize whole = tabSizeHint(tab);
        return {std::min<int>(whole.width(), narrowestTab), whole.height()};
    }
};

constexpr Px leastTrouble{240};
constexpr std::chrono::seconds refreshing{1};

} // namespace

/// The trouble in all tabs, worst first. A double click opens the collection in its tab.
class MainWindow::AllTabs final : public QWidget {
public:
    AllTabs(Theme *theme, QWidget *parent) : QWidget(parent)
    {
        using Column = models::TroubleModel::Column;
        setObjectName(QStringLiteral("allTabs"));
        auto *layout = new QVBoxLayout(this);
        const PageHead head(MainWindow::tr("All tabs"), layout);
        line = head.line;
        line->setObjectName(QStringLiteral("allTabsLine"));
        tryNow = new QPushButton(MainWindow::tr("Try now"), this);
        tryNow->setObjectName(QStringLiteral("allTabsTryNow"));
        tryNow->setToolTip(MainWindow::tr("Tries at once to connect the tabs that are not connected"));
        tryNow->hide();
        head.tools->addWidget(tryNow);
        model = new models::TroubleModel(this);
        table = new TableView(theme, this);
        table->setObjectName(QStringLiteral("allTabsTable"));
        table->setAccessibleName(MainWindow::tr("Trouble in all tabs"));
        table->setSelectionMode(QAbstractItemView::SingleSelection);
        table->setWideColumn(static_cast<int>(Column::What), leastTrouble);
        table->setUnsortedReason(MainWindow::tr("Worst first, then newest."));
        table->setModel(model);
        constexpr std::chrono::minutes longest(59);
        table->keepRoom(
            static_cast<int>(Column::State),
            {models::stateSinceText({State::Critical, std::chrono::minutes(1)}, StateSince{State::Warning}, longest)});
        table->setStateName(QStringLiteral("allTabs"));
        auto *card = new Card(theme, this);
        card->setFlush();
        card->body()->addWidget(table);
        layout->addWidget(card, 1);
        setFocusProxy(table);
    }

    ElidedLabel *line;
    QPushButton *tryNow; ///< visible while a tab is not connected
    models::TroubleModel *model;
    TableView *table;
};

MainWindow::MainWindow(Theme *theme, QWidget *parent)
    : QMainWindow(parent), m_theme(theme), m_bar(new QWidget), m_tabs(new SessionTabs(m_bar)),
      m_pages(new QStackedWidget), m_views(new QStackedWidget(m_pages)), m_all(new AllTabs(theme, m_pages))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setContextMenuPolicy(Qt::NoContextMenu);
    setMinimumSize(smallest);
    resize(1280, 800);

    m_tabs->setObjectName(QStringLiteral("sessionTabs"));
    m_tabs->setAccessibleName(tr("Open workspaces"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle); // names of many servers often begin alike
    m_tabs->setFocusPolicy(Qt::TabFocus);
    QToolButton *another = addButton("newTabButton", tr("New tab"));
    another->setText(QStringLiteral("+"));
    m_allButton = addButton("allTabsButton", tr("Trouble in all tabs"));
    m_allButton->setText(tr("All"));
    m_allButton->setCheckable(true);
    auto *row = new QHBoxLayout(m_bar);
    row->setContentsMargins(metrics::step, 0, metrics::step, 0);
    row->setSpacing(metrics::step);
    row->addWidget(m_allButton);
    row->addWidget(m_tabs);
    row->addWidget(another);
    row->addStretch(1);
    auto *centre = new QWidget(this);
    auto *rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_bar);
    m_pages->addWidget(m_views);
    m_pages->addWidget(m_all);
    rows->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_bar->hide();
    connectAll();

    connect(another, &QToolButton::clicked, this, &MainWindow::newTabRequested);
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::showTab);
    connect(m_theme, &Theme::changed, this, &MainWindow::retheme);
}

/// Adds the keys of the page; those of the tabs belong to the views, which are hidden.
void MainWindow::connectAll()
{
    m_refresh.setInterval(refreshing);
    connect(&m_refresh, &QTimer::timeout, this, &MainWindow::refreshAll);
    connect(m_allButton, &QToolButton::clicked, this, &MainWindow::showAll);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this](int tab) {
        if (tab >= 0) {
            showAll(false);
        }
    });
    const auto open = [this](const QModelIndex &index) {
        const models::TroubleRow row = m_all->model->rows()[static_cast<std::size_t>(index.row())];
        for (int tab = 0; tab < m_tabs->count(); ++tab) {
            if (at(tab) == row.tab) {
                showView(at(tab));
                at(tab)->openNamed(row.collection);
            }
        }
    };
    connect(m_all->table, &TableView::opened, this, open);
    connect(m_all->tryNow, &QPushButton::clicked, this, [this] {
        for (int tab = 0; tab < m_tabs->count(); ++tab) {
            if (at(tab)->summary().mayTryNow) {
                emit at(tab)->refreshRequested();
            }
        }
    });
    const auto addKey = [this](const QKeySequence &key, auto does) {
        connect(new QShortcut(key, m_all), &QShortcut::activated, this, does);
    };
    addKey(QKeySequence(Qt::Key_Escape), [this] { // clears a selection, then goes back
        m_all->table->chosenRow().isValid() ? m_all->table->clearSelection() : showAll(false);
    });
    for (const QKeySequence &key :
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), QKeySequence(Qt::CTRL | Qt::Key_Tab),
          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageDown),
          QKeySequence(Qt::CTRL | Qt::Key_PageUp)}) {
        addKey(key, [this] { showAll(false); });
    }
    for (const auto &[key, action] : {std::pair(QKeySequence(Qt::CTRL | Qt::Key_K), "paletteAction"),
                                      std::pair(QKeySequence(Qt::Key_F1), "shortcutsAction")}) {
        addKey(key, [this, name = QLatin1StringView(action)] { // those of the tab that was on screen
            showAll(false);
            current()->findChild<QAction *>(name)->trigger();
        });
    }
    addKey(QKeySequence(Qt::CTRL | Qt::Key_T), [this] { emit newTabRequested(); });
}

void MainWindow::showAll(bool wanted)
{
    const bool isShown = m_pages->currentWidget() == m_all;
    m_allButton->setChecked(wanted);
    if (wanted == isShown) {
        return;
    }
    setRole(m_tabs, QLatin1String(wanted ? "aside" : "")); // none of them is on screen
    m_tabs->update();
    if (wanted) {
        refreshAll();
        m_pages->setCurrentWidget(m_all);
        m_all->setFocus();
        m_refresh.start();
    } else {
        m_refresh.stop();
        m_all->table->clearSelection(); // rows that are selected keep their places
        QWidget *before = current()->focusWidget();
        m_pages->setCurrentWidget(m_views);
        if (!m_tabs->hasFocus()) {
            current()->takeFocus(before);
        }
    }
    showTitle();
}

void MainWindow::refreshAll()
{
    std::vector<models::TroubleRow> all;
    models::TroubleCounts counts;
    int open = 0;
    int old = 0; // with figures that are not of now
    bool mayTryNow = false;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        std::vector<models::TroubleRow> rows = at(tab)->troubles();
        if (rows.empty()) {
            continue; // no workspace is open there, or one that has nothing to say
        }
        const SessionSummary summary = at(tab)->summary();
        ++open;
        mayTryNow = mayTryNow || summary.mayTryNow;
        old += !summary.isLive && summary.trouble.lost == 0 ? 1 : 0;
        counts += summary.trouble;
        std::ranges::move(rows, std::back_inserter(all));
    }
    m_all->tryNow->setVisible(mayTryNow);
    m_all->model->apply(std::move(all), m_all->table->isHeld());
    QStringList trouble{models::troubleText(counts)};
    if (old > 0) {
        trouble +=
            old == 1 ? tr("1 not up to date") : tr("%1 not up to date", nullptr, old).arg(models::formatCount(old));
    }
    trouble.removeAll(QString());
    m_all->line->setFullText(
        QStringList{open == 1 ? tr("1 workspace") : tr("%1 workspaces", nullptr, open).arg(models::formatCount(open)),
                    trouble.isEmpty() ? tr("all well") : trouble.join(QStringLiteral(", "))}
            .join(QStringLiteral(" · ")));
}

QToolButton *MainWindow::addButton(const char *name, const QString &words)
{
    auto *button = new QToolButton(m_bar);
    button->setObjectName(QLatin1StringView(name));
    button->setProperty("flat", true);
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setFocusPolicy(Qt::NoFocus); // available by key
    return button;
}

void MainWindow::setCloseGuard(std::function<bool()> guard)
{
    m_closeGuard = std::move(guard);
}

SessionView *MainWindow::at(int tab) const
{
    return qobject_cast<SessionView *>(m_views->widget(tab));
}

SessionView *MainWindow::current() const
{
    return at(m_views->currentIndex());
}

void MainWindow::add(SessionView *view)
{
    const int tab = m_views->addWidget(view);
    m_tabs->addTab({});
    QToolButton *close = addButton("closeTabButton", tr("Close the tab"));
    close->setIconSize({Px(12), Px(12)});
    m_tabs->setTabButton(tab, QTabBar::RightSide, close);
    connect(close, &QToolButton::clicked, view, &SessionView::closeRequested);
    connect(view, &SessionView::closeRequested, this, [this, view] { emit closeRequested(view); });
    connect(view, &SessionView::newTabRequested, this, &MainWindow::newTabRequested);
    connect(view, &SessionView::tabStepRequested, this, [this](int by) {
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + m_tabs->count()) % m_tabs->count());
    });
    connect(view, &SessionView::summaryChanged, this, [this, view] {
        tell(view);
        showTitle();
    });
    connect(view, &SessionView::allTabsRequested, this, [this] { showAll(true); });
    connect(view, &SessionView::presentationWanted, this, &MainWindow::present);
    connect(view, &QWidget::windowTitleChanged, this, &MainWindow::showTitle);
    tell(view);
    retheme();
    count();
    showView(view);
}

void MainWindow::remove(SessionView *view)
{
    const int tab = m_views->indexOf(view);
    disconnect(view, nullptr, this, nullptr);
    if (view == current()) {
        m_tabs->setCurrentIndex(tab + 1 < m_tabs->count() ? tab + 1 : tab - 1);
    }
    m_views->removeWidget(view);
    m_tabs->removeTab(tab);
    count();
}

void MainWindow::showView(SessionView *view)
{
    m_tabs->setCurrentIndex(m_views->indexOf(view));
    showTab(m_tabs->currentIndex());
    showAll(false);
}

void MainWindow::showTab(int tab)
{
    if (SessionView *view = at(tab)) {
        QWidget *before = view->focusWidget(); // the stack would focus the first button
        m_views->setCurrentIndex(tab);
        showAll(false);
        showTitle();
        if (!m_tabs->hasFocus()) { // otherwise the arrow keys switch tabs
            view->takeFocus(before);
        }
    }
}

void MainWindow::present(bool wanted)
{
    if (wanted == m_before.has_value()) {
        return;
    }
    if (wanted) {
        m_before = windowState();
        setWindowState(windowState() | Qt::WindowFullScreen);
    } else {
        setWindowState(*std::exchange(m_before, std::nullopt));
    }
    m_bar->setVisible(!wanted && m_tabs->count() > 1);
}

/// Counts the critical problems of all tabs, for those in the background and for the task bar.
void MainWindow::showTitle()
{
    if (current() == nullptr) {
        return;
    }
    models::TroubleCounts worst;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        worst += at(tab)->summary().trouble;
    }
    worst.warnings = worst.unknown = 0; // shown on the page only
    const QString title = m_pages->currentWidget() == m_all ? tr("All tabs – Plimsoll") : current()->windowTitle();
    const int critical = worst.all();
    setWindowTitle(critical == 0 ? title : tr("(%1) %2").arg(models::troubleText(worst), title));
    if (std::exchange(m_critical, critical) != critical) {
        setWindowIcon(signedIcon(signOf(critical), m_theme->tokens().critical));
    }
}

void MainWindow::tell(SessionView *view)
{
    const int tab = m_views->indexOf(view);
    const SessionSummary summary = view->summary();
    const QString words =
        summary.words.isEmpty() ? summary.name : QStringLiteral("%1: %2").arg(summary.name, summary.words);
    QString name = m_tabs->fontMetrics().elidedText(summary.name, Qt::ElideMiddle, longestTitleName);
    name.replace(u'&', QStringLiteral("&&"));
    if (m_tabs->tabText(tab) != name) {
        m_tabs->setTabText(tab, name);
    }
    if (m_tabs->accessibleTabName(tab) == words) {
        return;
    }
    m_tabs->setAccessibleTabName(tab, words);
    m_tabs->setTabToolTip(tab, words);
    const std::unique_ptr<QWidget> before(m_tabs->tabButton(tab, QTabBar::LeftSide)); // deleted after its replacement
    Badge *badge = summary.badge.isEmpty() ? nullptr : new Badge(m_theme, m_tabs);
    if (badge != nullptr) {
        badge->setAttribute(Qt::WA_TransparentForMouseEvents); // a click on it is one on the tab
        badge->show(summary.state, summary.badge);
        badge->resize(badge->sizeHint());
    }
    m_tabs->setTabButton(tab, QTabBar::LeftSide, badge);
}

void MainWindow::count()
{
    m_bar->setVisible(m_tabs->count() > 1);
    if (m_tabs->count() == 1) {
        showAll(false);
    }
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        at(tab)->setSessions(m_tabs->count());
    }
    showTitle();
}

void MainWindow::retheme()
{
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (auto *close = qobject_cast<QToolButton *>(m_tabs->tabButton(tab, QTabBar::RightSide))) {
            close->setIcon(m_theme->icon(QLatin1StringView("close"), m_theme->tokens().secondaryText));
        }
    }
}

void MainWindow::saveLayout(Preferences &preferences) const
{
    preferences.setValue(QStringLiteral("window/geometry"), saveGeometry());
}

void MainWindow::restoreLayout(const Preferences &preferences)
{
    restoreGeometry(preferences.value(QStringLiteral("window/geometry")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_closeGuard && !m_closeGuard()) {
        event->ignore();
        return;
    }
    QMainWindow::closeEvent(event);
}

} // namespace plimsoll::views

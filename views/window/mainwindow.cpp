// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/mainwindow.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/preferences.h"
#include "views/window/programicon.h"
#include "views/window/sessionview.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
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

} // namespace

MainWindow::MainWindow(Theme *theme, QWidget *parent)
    : QMainWindow(parent), m_theme(theme), m_bar(new QWidget), m_tabs(new SessionTabs(m_bar)),
      m_views(new QStackedWidget)
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
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    QToolButton *another = addButton("newTabButton", tr("New tab"));
    another->setText(QStringLiteral("+"));
    auto *row = new QHBoxLayout(m_bar);
    row->setContentsMargins(metrics::step, 0, metrics::step, 0);
    row->setSpacing(metrics::step);
    row->addWidget(m_tabs);
    row->addWidget(another);
    row->addStretch(1);
    auto *centre = new QWidget(this);
    auto *rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_bar);
    rows->addWidget(m_views, 1);
    setCentralWidget(centre);
    m_bar->hide();

    connect(another, &QToolButton::clicked, this, &MainWindow::newTabRequested);
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::showTab);
    connect(m_theme, &Theme::changed, this, &MainWindow::retheme);
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
}

void MainWindow::showTab(int tab)
{
    if (SessionView *view = at(tab)) {
        QWidget *before = view->focusWidget(); // the stack would focus the first button
        m_views->setCurrentIndex(tab);
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
        const models::TroubleCounts trouble = at(tab)->summary().trouble;
        worst.critical += trouble.critical;
        worst.unreadable += trouble.unreadable; // warnings are shown on the page only
    }
    const QString title = current()->windowTitle();
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
    QString name = m_tabs->fontMetrics().elidedText(summary.name, Qt::ElideRight, longestTitleName);
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
        badge->show(summary.state, summary.badge);
        badge->resize(badge->sizeHint());
    }
    m_tabs->setTabButton(tab, QTabBar::LeftSide, badge);
}

void MainWindow::count()
{
    m_bar->setVisible(m_tabs->count() > 1);
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

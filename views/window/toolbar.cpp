// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/toolbar.h"

#include "models/text/format.h"
#include "views/operations/offeraction.h"
#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/oneline.h"
#include "views/window/sessionview.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QShortcut>
#include <QTime>
#include <QToolButton>

#include <array>

namespace plimsoll::views {

namespace {

constexpr Px toolbarHeight{46};
constexpr Px longestToolbarName{220}; ///< px; longest workspace name

QString roundTripText(std::chrono::microseconds time)
{
    const double ms = static_cast<double>(time.count()) / 1000.0;
    if (ms < 0.05) {
        return ToolBar::tr("< 0.1 ms");
    }
    return ToolBar::tr("%1 ms").arg(QLocale().toString(ms, 'f', ms < 10 ? 1 : 0));
}

/// A filter field that shows its shortcut at the right end while empty.
class FilterEdit final : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QLineEdit::paintEvent(event);
        if (text().isEmpty() && !hasFocus() && width() > 130) {
            QPainter painter(this);
            painter.setPen(palette().color(QPalette::PlaceholderText));
            painter.drawText(rect().adjusted(0, 0, -10, 0), Qt::AlignVCenter | Qt::AlignRight,
                             QKeySequence(Qt::CTRL | Qt::Key_F).toString(QKeySequence::NativeText));
        }
    }
};

} // namespace

ToolBar::ToolBar(Theme *theme, const Actions &actions, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_actions(actions), m_status(std::make_unique<models::ConnectionStatus>())
{
    setObjectName(QStringLiteral("toolbar"));
    setFixedHeight(toolbarHeight);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Px(10), 0, Px(14), 0);
    layout->setSpacing(metrics::cardGap);
    buildIdentity(*layout);
    layout->addStretch(1);
    buildTools(*layout);
    buildWorkspaceMenu();
    buildIntervalMenu();
    buildMainMenu();
    connect(m_theme, &Theme::changed, this, &ToolBar::retheme);
    retheme();
    setWorkspace({});
}

/// Left side: the workspace and its connection.
void ToolBar::buildIdentity(QHBoxLayout &layout)
{
    m_workspaceButton = addButton("workspaceButton", tr("Workspace"));
    m_workspaceButton->setProperty("flat", true);
    m_workspaceButton->setMenu(new QMenu(m_workspaceButton));
    auto *save = addButton("saveButton", tr("Not saved: save the workspace"));
    save->setProperty("flat", true);
    save->setText(tr("not saved · Save…"));
    save->hide();
    connect(save, &QToolButton::clicked, m_actions.save, &QAction::trigger);
    connect(m_actions.save, &QAction::enabledChanged, save, &QWidget::setVisible);
    m_production = new QLabel(tr("PRODUCTION"), this);
    m_production->setObjectName(QStringLiteral("productionBadge"));
    m_production->hide();
    m_changes = addButton("changesButton", tr("Allow changes"));
    m_changes->hide();
    connect(m_changes, &QToolButton::clicked, m_actions.allowChanges, &QAction::trigger);
    m_unverified = new QLabel(unverifiedText(), this);
    m_unverified->setObjectName(QStringLiteral("unverifiedBadge"));
    m_unverified->setToolTip(tr("The connection is encrypted, but the server's certificate is not verified: any server "
                                "that answers is trusted"));
    m_unverified->setAccessibleName(m_unverified->toolTip());
    m_unverified->hide();
    m_dot = new QLabel(this);
    m_dot->setObjectName(QStringLiteral("connectionDot"));
    m_dot->setFixedSize(Px(8), Px(8));
    m_connection = new ElidedLabel(this);
    m_connection->setObjectName(QStringLiteral("connectionLabel"));
    m_connection->setProperty("role", QStringLiteral("small"));
    layout.addWidget(m_workspaceButton);
    layout.addWidget(save);
    layout.addWidget(m_production, 0, Qt::AlignVCenter);
    layout.addWidget(m_changes, 0, Qt::AlignVCenter);
    layout.addWidget(m_unverified, 0, Qt::AlignVCenter);
    layout.addSpacing(-metrics::step);
    layout.addWidget(m_dot);
    layout.addSpacing(-metrics::step);
    layout.addWidget(m_connection);
}

/// Right side: the controls.
void ToolBar::buildTools(QHBoxLayout &layout)
{
    m_filter = new FilterEdit(this);
    m_filter->setObjectName(QStringLiteral("filter"));
    keepToOneLine(m_filter);
    m_filter->setAccessibleName(tr("Filter by name, key or kind"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setMinimumWidth(Px(100));
    m_filter->setMaximumWidth(Px(210));
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_intervalButton = addButton("intervalButton", tr("Interval"));
    m_intervalButton->setMenu(new QMenu(m_intervalButton));
    m_pause = addButton("pauseButton", tr("Pause"));
    m_menuButton = addButton("menuButton", tr("Menu"));
    m_menuButton->setMenu(new QMenu(m_menuButton));
    layout.addWidget(m_filter, 4);
    layout.addWidget(m_intervalButton);
    layout.addWidget(m_pause);
    layout.addWidget(m_menuButton);
    m_pause->setCheckable(true);
    m_pause->setText(tr("Pause"));
    keepWidth(*m_pause, tr("Resume")); // keeps neighbouring widgets in place
    connect(m_pause, &QToolButton::clicked, m_actions.pause, &QAction::trigger);
    connect(m_actions.pause, &QAction::toggled, this, [this](bool paused) {
        m_pause->setChecked(paused);
        m_pause->setText(paused ? tr("Resume") : tr("Pause"));
        m_pause->setAccessibleName(m_pause->text());
        showConnection();
    });
    connect(m_filter, &QLineEdit::textChanged, this, &ToolBar::filterChanged);
    connect(m_filter, &QLineEdit::returnPressed, this, &ToolBar::searchWanted);
    new QShortcut(QKeySequence(Qt::Key_Down), m_filter, this, &ToolBar::rowsWanted, Qt::WidgetShortcut);
}

QToolButton *ToolBar::addButton(const char *name, const QString &accessibleName)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QLatin1StringView(name));
    button->setAccessibleName(accessibleName);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void ToolBar::buildWorkspaceMenu()
{
    QMenu *menu = m_workspaceButton->menu();
    menu->setObjectName(QStringLiteral("workspaceMenu"));
    menu->clear();
    for (const QString &path : std::as_const(m_recent)) {
        const QFileInfo file(path);
        // Escape ampersands, which would mark mnemonics.
        const bool url = path.contains(QLatin1StringView("://"));
        QString text = url ? path : file.fileName();
        QAction *action = menu->addAction(text.replace(u'&', QStringLiteral("&&")));
        action->setToolTip(path);
        action->setStatusTip(path);
        connect(action, &QAction::triggered, this, [this, path] { emit recentChosen(path); });
    }
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(m_actions.editConnection);
    menu->addSeparator();
    menu->addActions({m_actions.save, m_actions.openFile, m_actions.connectServer, m_actions.demo});
}

void ToolBar::buildIntervalMenu()
{
    QMenu *menu = m_intervalButton->menu();
    menu->setObjectName(QStringLiteral("intervalMenu"));
    m_intervals = new QActionGroup(this);
    static constexpr std::array intervals{500, 1000, 2000, 5000, 10'000, 30'000, 60'000};
    for (const int ms : intervals) {
        const std::chrono::milliseconds interval(ms);
        QAction *action = menu->addAction(tr("every %1").arg(models::formatDuration(interval)));
        action->setCheckable(true);
        action->setData(ms);
        m_intervals->addAction(action);
        connect(action, &QAction::triggered, this, [this, interval] {
            setInterval(interval);
            emit intervalChosen(interval);
        });
    }
    menu->addSeparator();
    menu->addAction(m_actions.refresh);
}

void ToolBar::buildMainMenu()
{
    QMenu *menu = m_menuButton->menu();
    menu->setObjectName(QStringLiteral("mainMenu"));
    menu->addActions({m_actions.findCollections, m_actions.addCollection});
    menu->addActions(m_actions.ofCollection());
    menu->addSeparator();
    menu->addAction(m_actions.editConnection);
    menu->addActions({m_actions.save, m_actions.openFile, m_actions.connectServer, m_actions.demo});
    menu->addSeparator();
    menu->addActions({m_actions.allowChanges, m_actions.undoLast, m_actions.past, m_actions.report, m_actions.slowLog,
                      m_actions.inspector});
    menu->setToolTipsVisible(true); // they explain disabled actions
    QMenu *themes = menu->addMenu(tr("Theme"));
    m_themes = new QActionGroup(this);
    for (const Theme::Choice choice : {Theme::Choice::System, Theme::Choice::Light, Theme::Choice::Dark}) {
        QAction *action = themes->addAction(choiceTitle(choice));
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        m_themes->addAction(action);
        connect(action, &QAction::triggered, m_theme, [theme = m_theme, wanted = choice] { theme->setChoice(wanted); });
    }
    menu->addActions({m_actions.settings, m_actions.palette, m_actions.shortcuts});
    menu->addSeparator();
    menu->addActions({m_actions.newTab, m_actions.close});
}

void ToolBar::setWorkspace(const WorkspacePtr &workspace)
{
    showIdentity(workspace);
    const bool any = workspace != nullptr;
    for (QWidget *control : {static_cast<QWidget *>(m_filter), static_cast<QWidget *>(m_intervalButton),
                             static_cast<QWidget *>(m_pause)}) {
        control->setVisible(any);
    }
    if (any) {
        setInterval(workspace->pollInterval);
    }
    m_filter->clear();
    setConnection({});
}

void ToolBar::showIdentity(const WorkspacePtr &workspace)
{
    m_workspace = workspace;
    const bool any = workspace != nullptr;
    const QString name = any ? workspace->name : QStringLiteral("Plimsoll");
    const QString shown = QFontMetrics(m_theme->headingFont()).elidedText(name, Qt::ElideRight, longestToolbarName);
    m_workspaceButton->setText(QString(shown).replace(u'&', QStringLiteral("&&")) + QStringLiteral(" ▾"));
    m_workspaceButton->setToolTip(any ? QStringLiteral("%1\n%2").arg(name, workspace->connection.url) : QString());
    m_workspaceButton->setAccessibleName(tr("Workspace %1").arg(name));
    const bool production = any && workspace->connection.production;
    m_production->setVisible(production);
    m_production->setToolTip(production ? tr("%1 is marked as production").arg(name) : QString());
    m_production->setAccessibleName(m_production->toolTip());
    update(); // repaints the line in the connection's colour
}

void ToolBar::showChanges(bool isProduction, std::chrono::seconds left)
{
    const bool isOpen = left.count() > 0;
    m_changes->setText(
        isOpen ? tr("changes on · %1 left")
                     .arg(QTime(0, 0).addSecs(static_cast<int>(left.count())).toString(QStringLiteral("m:ss")))
               : tr("Allow changes"));
    m_changes->setToolTip(isOpen ? tr("Changes are allowed on this production connection. Click to turn them off now.")
                                 : tr("Allow changes on this production connection for 15 minutes"));
    m_changes->setAccessibleName(isOpen ? tr("Turn changes off") : tr("Allow changes for 15 minutes"));
    m_changes->setVisible(isProduction);
}

void ToolBar::setRecent(const QStringList &paths)
{
    m_recent = paths;
    buildWorkspaceMenu();
}

void ToolBar::setConnection(const models::ConnectionStatus &status)
{
    *m_status = status;
    showConnection();
}

void ToolBar::setRoundTrip(std::chrono::microseconds roundTrip)
{
    m_roundTrip = roundTrip;
    showConnection();
}

void ToolBar::setOld(bool old)
{
    m_old = old;
    showConnection();
}

void ToolBar::showConnection()
{
    using State = models::ConnectionStatus::State;
    const Tokens &colours = m_theme->tokens();
    QString text;
    QString hover = m_status->text;
    QColor colour = colours.secondaryText;
    switch (m_status->state) {
    case State::None:
        break;
    case State::Connecting:
        text = tr("connecting…");
        break;
    case State::Connected:
        colour = colours.good;
        text = m_status->recorded     ? tr("recording")
            : m_roundTrip.count() > 0 ? tr("connected · %1").arg(roundTripText(m_roundTrip))
                                      : tr("connected");
        break;
    case State::Lost:
        colour = colours.critical;
        text = lostText(*m_status); // the banner has the time, the reason and the next step
        hover = tr("%1: %2").arg(text, m_status->text);
        break;
    }
    if (m_old && m_status->state == State::Connected) {
        colour = colours.warning;
        text = tr("no answer"); // the banner has the time
    }
    if (m_actions.pause->isChecked() && m_status->state == State::Connected) {
        colour = colours.warning;
        text = tr("paused");
    }
    m_unverified->setVisible(m_status->unverified);
    m_connection->setFullText(text, hover);
    m_connection->setVisible(!text.isEmpty());
    m_dot->setVisible(!text.isEmpty());
    m_dot->setStyleSheet(scaledSheet(QStringLiteral("background: %1; border-radius: 4px;").arg(colour.name())));
}

void ToolBar::setInterval(std::chrono::milliseconds interval)
{
    m_intervalButton->setText(tr("every %1").arg(models::formatDuration(interval)) + QStringLiteral(" ▾"));
    m_intervalButton->setAccessibleName(tr("Interval: every %1").arg(models::formatDuration(interval)));
    for (QAction *action : m_intervals->actions()) {
        action->setChecked(action->data().toInt() == interval.count());
    }
}

void ToolBar::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

QString ToolBar::filterText() const
{
    return m_filter->text();
}

void ToolBar::showFilter(const QString &text)
{
    const QSignalBlocker quiet(m_filter);
    m_filter->setText(text);
}

bool ToolBar::isFiltering() const
{
    return m_filter->hasFocus();
}

void ToolBar::clearFilter()
{
    m_filter->clear();
}

void ToolBar::retheme()
{
    const Tokens &colours = m_theme->tokens();
    m_workspaceButton->setFont(m_theme->headingFont()); // a new style sheet brings back that of the old zoom
    m_connection->setFont(m_theme->smallFont());
    for (QLabel *const badge : {m_production, m_unverified}) {
        badge->setStyleSheet(
            scaledSheet(QStringLiteral("background: %1; color: %2; border-radius: 4px; padding: 2px 6px;"
                                       "font-size: 11px; font-weight: 700; letter-spacing: 1px;")
                            .arg(colours.critical.name(), colours.onAccent.name())));
    }
    m_menuButton->setIcon(m_theme->icon(QLatin1StringView("more"), colours.text));
    for (QAction *action : m_themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(m_theme->choice()));
    }
    showConnection();
}

void ToolBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &colours = m_theme->tokens();
    painter.fillRect(rect(), colours.card);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours.border);
    // The colour of the connection tells servers apart.
    if (m_workspace != nullptr && !m_workspace->connection.colour.isEmpty()) {
        painter.fillRect(QRect(0, 0, width(), 3), QColor(m_workspace->connection.colour));
    }
}

} // namespace plimsoll::views

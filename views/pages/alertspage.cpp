// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/alertspage.h"

#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/types/plural.h"
#include "views/page/pagehead.h"
#include "views/pages/alertpanel.h"
#include "views/pages/alertscard.h"
#include "views/pages/testnotification.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QButtonGroup>
#include <QDateTime>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace plimsoll::views {

using models::AlertModel;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t leastButtons = 2; // in a narrow head; the others are in the menu
const QString summaryDot = QStringLiteral(" · ");
constexpr Px openWidth{130}; // px; fixed, so that other buttons do not move with the collection's name

} // namespace

AlertsPage::AlertsPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_tabs(new QButtonGroup(this)), m_cards(new QStackedWidget(this)),
      m_active(new AlertsCard(AlertModel::Shows::Active, pageContext.theme, this)),
      m_past(new AlertsCard(AlertModel::Shows::Past, pageContext.theme, this)),
      m_panel(new AlertPanel(pageContext, this))
{
    setObjectName(QStringLiteral("alertsPage"));
    auto *layout = new QVBoxLayout(this);
    makeHead(layout);
    m_cards->addWidget(m_active);
    m_cards->addWidget(m_past);
    makeTabs(layout);

    m_active->setEmpty(tr("No alerts"),
                       tr("Nothing is over its limit. Set limits in a collection's editor, under “Limits”, which also "
                          "proposes values. Set who is notified in the workspace file, for example\n\"notify\": "
                          "{\"from\": \"critical\", \"desktop\": true, \"command\": [\"page\", \"--me\"]}\nThis window "
                          "watches while it is open; “plimsoll record” watches without one, day and night."));
    m_past->setEmpty(tr("Nothing resolved yet"), tr("Resolved alerts stay here for 400 days."));
    for (AlertsCard *card : {m_active, m_past}) {
        connect(card, &AlertsCard::selectionChanged, this, [this, card] {
            if (card->current() != nullptr) {
                m_wanted.clear();
            }
            showSelection();
        });
        connect(card, &AlertsCard::opened, this, &AlertsPage::openItsCollection);
        for (QAction *action : m_actions) {
            card->table()->addAction(action);
        }
        showActionsAsMenu(card->table());
    }
    connect(m_panel, &AlertPanel::noteAdded, this,
            [this](const QString &text) { context().alerts->note(selected(), text); });
    connect(m_panel, &AlertPanel::limitEditRequested, context().host, &PageHost::limitEditRequested);
    connect(context().alerts, &AlertsService::alertsRead, this, &AlertsPage::setAlerts);
    connect(m_past, &AlertsCard::moreWanted, context().alerts, &AlertsService::readPast);
    connect(context().alerts, &AlertsService::pastRead, m_past, &AlertsCard::append);
    connect(context().alerts, &AlertsService::troubled, this, [this](const QString &why) {
        m_trouble = why;
        showHead();
    });
    if (context().history != nullptr) {
        connect(context().history, &models::History::pastRead, m_active->table()->viewport(),
                qOverload<>(&QWidget::update));
    }
    connect(context().host, &PageHost::alertShown, this, &AlertsPage::showAlert);
    connect(context().operations, &OperationsService::journalRead, m_past, &AlertsCard::setOperations);
    showHead();
    showSelection();
}

AlertsPage::~AlertsPage()
{
    delete m_panel;
}

QWidget *AlertsPage::side()
{
    return m_panel;
}

QAction *AlertsPage::addAction(const QString &text, const char *name)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QLatin1StringView(name));
    m_actions.push_back(action);
    QWidget::addAction(action); // for the command palette
    return action;
}

void AlertsPage::makeHead(QVBoxLayout *page)
{
    const PageHead head(tr("Alerts"), page);
    m_title = head.title;
    m_line = head.line;
    m_line->setObjectName(QStringLiteral("alertsLine"));
    m_acknowledge = new QPushButton(tr("Acknowledge"), this);
    m_acknowledge->setObjectName(QStringLiteral("alertsAcknowledge"));
    m_acknowledge->setProperty("role", QStringLiteral("primary"));
    m_mute = new QPushButton(tr("Mute for ▾"), this);
    m_mute->setObjectName(QStringLiteral("alertsMute"));
    m_note = new QPushButton(tr("Note…"), this);
    m_note->setObjectName(QStringLiteral("alertsNote"));
    m_open = new QPushButton(tr("Open"), this);
    m_open->setObjectName(QStringLiteral("alertsOpen"));
    for (QPushButton *button : {m_acknowledge, m_mute, m_note, m_open}) {
        head.tools->addWidget(button);
    }
    m_open->setFixedWidth(openWidth);
    makeMore();
    head.tools->addWidget(m_more);
    const auto acknowledge = [this] { sayAcknowledged(true); };
    const auto unacknowledge = [this] { sayAcknowledged(false); };
    connect(m_acknowledge, &QPushButton::clicked, this, acknowledge);
    // In another place than Acknowledge, so that a double click does not undo it.
    connect(m_panel, &AlertPanel::unacknowledgeRequested, this, unacknowledge);
    connect(m_note, &QPushButton::clicked, m_panel, &AlertPanel::focusNote);
    connect(m_open, &QPushButton::clicked, this, &AlertsPage::openItsCollection);

    QAction *main = addAction(tr("Acknowledge"), "alertAcknowledge");
    main->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    connect(main, &QAction::triggered, this, acknowledge);
    auto *menu = new QMenu(m_mute);
    fillMute(menu);
    m_mute->setMenu(menu);
    QAction *mute = addAction(tr("Mute for"), "alertMute");
    mute->setMenu(menu);
    connect(addAction(tr("Note…"), "alertNoteAction"), &QAction::triggered, m_panel, &AlertPanel::focusNote);
    connect(addAction(tr("Open its collection"), "alertOpen"), &QAction::triggered, this,
            &AlertsPage::openItsCollection);
    connect(addAction(tr("Unacknowledge"), "alertUnacknowledgeAction"), &QAction::triggered, this, unacknowledge);
}

void AlertsPage::makeTabs(QVBoxLayout *page)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Px(8));
    const QStringList texts{tr("Active"), tr("Resolved")};
    for (int i = 0; i < m_cards->count(); ++i) {
        auto *tab = new QPushButton(texts[i], this);
        tab->setObjectName(QStringLiteral("alertsTab%1").arg(i));
        tab->setCheckable(true);
        m_tabs->addButton(tab, i);
        row->addWidget(tab);
    }
    row->addStretch();
    page->addLayout(row);
    page->addWidget(m_cards, 1);
    m_tabs->button(0)->setChecked(true);
    connect(m_tabs, &QButtonGroup::idToggled, this, [this](int card, bool checked) {
        if (checked) {
            m_cards->setCurrentIndex(card);
        } else {
            qobject_cast<AlertsCard *>(m_cards->widget(card))->clearSelection(); // acts on what is on screen alone
        }
    });
}

void AlertsPage::makeMore()
{
    m_more = new QToolButton(this);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setObjectName(QStringLiteral("alertsMore"));
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More actions"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_more);
    menu->setToolTipsVisible(true);
    m_menuEnd = menu->addSeparator();
    m_menuEnd->setVisible(false);
    m_test = menu->addAction(tr("Send a test notification"));
    m_test->setObjectName(QStringLiteral("testNotificationAction"));
    m_test->setEnabled(false);
    connect(m_test, &QAction::triggered, this,
            [this] { (new TestNotification(context().alerts, m_snapshot->layout->workspace->notify, this))->open(); });
    m_more->setMenu(menu);
}

void AlertsPage::fillMute(QMenu *menu)
{
    static constexpr std::array<std::chrono::minutes, 5> lengths{15min, 60min, 8 * 60min, 24 * 60min, 7 * 24 * 60min};
    for (const std::chrono::minutes length : lengths) {
        QAction *action = menu->addAction(models::formatDuration(milliseconds(length)));
        action->setObjectName(QStringLiteral("mute%1").arg(length.count()));
        connect(action, &QAction::triggered, this, [this, length] { mute(length); });
    }
    menu->addSeparator();
    QAction *not_ = menu->addAction(tr("Unmute"));
    not_->setObjectName(QStringLiteral("mute0"));
    connect(not_, &QAction::triggered, this, [this] { mute(0min); });
}

void AlertsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    context().operations->readJournal(); // operations that ended alerts
    if (std::exchange(m_behind, false)) {
        refresh();
    }
}

void AlertsPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    if (!event->spontaneous()) {
        m_active->release();
        m_past->release();
        m_behind = true;
    }
}

int AlertsPage::headWidth(std::size_t buttons, int line) const
{
    constexpr Px gap{10};
    int width = 2 * metrics::pageMargin + m_title->sizeHint().width() + 2 * gap + m_more->sizeHint().width();
    width += line + 2 * gap;
    const std::array<const QPushButton *, 4> all{m_acknowledge, m_mute, m_note, m_open};
    for (std::size_t i = 0; i < buttons; ++i) {
        width += gap + std::max(all.at(i)->minimumWidth(), all.at(i)->sizeHint().width());
    }
    return width;
}

QSize AlertsPage::minimumSizeHint() const
{
    return {headWidth(leastButtons, m_line->fontMetrics().horizontalAdvance(shortSummary())),
            Page::minimumSizeHint().height()};
}

void AlertsPage::resizeEvent(QResizeEvent *event)
{
    fitHead();
    Page::resizeEvent(event);
}

/// Moves the buttons for which there is no room into the menu, by the page's width alone: none moves when the counts
/// change. How many alerts there are is never cut.
void AlertsPage::fitHead()
{
    const std::array<QPushButton *, 4> all{m_acknowledge, m_mute, m_note, m_open}; // in the order of m_actions
    constexpr int usualLetters = 34; // of a summary
    const int usual = usualLetters * m_line->fontMetrics().averageCharWidth();
    std::size_t fitting = all.size();
    while (fitting > leastButtons && width() < headWidth(fitting, usual)) {
        --fitting;
    }
    for (std::size_t i = leastButtons; i < all.size(); ++i) {
        if (all.at(i)->isHidden() == (i >= fitting)) {
            continue;
        }
        all.at(i)->setVisible(i < fitting);
        m_more->menu()->removeAction(m_actions[i]);
        if (i >= fitting) {
            m_more->menu()->insertAction(m_menuEnd, m_actions[i]);
        }
    }
    m_menuEnd->setVisible(fitting < all.size());
    const bool isShort = width() < headWidth(fitting, m_line->fontMetrics().horizontalAdvance(m_summary));
    QStringList parts{isShort ? shortSummary() : m_summary, m_trouble};
    parts.removeAll(QString());
    m_line->setFullText(parts.join(summaryDot), isShort ? m_summary : QString());
}

/// The number of unacknowledged alerts, which is the last part of the summary.
QString AlertsPage::shortSummary() const
{
    return m_summary.section(summaryDot, -1);
}

void AlertsPage::apply(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    const bool hasChannel = !TestNotification::channelsOf(snapshot->layout->workspace->notify).isEmpty();
    m_test->setEnabled(hasChannel && momentOf(snapshot) == nullptr);
    m_test->setToolTip(hasChannel ? QString() : tr("Set up notifications under “notify” in the workspace file."));
    refresh();
}

void AlertsPage::setAlerts(const AlertList &alerts)
{
    m_alerts = alerts;
    m_areNew = true;
    refresh();
}

void AlertsPage::refresh()
{
    if (!isVisible()) {
        m_behind = true;
        return;
    }
    const models::MomentPtr moment = momentOf(m_snapshot);
    const milliseconds at = moment == nullptr ? 0ms : moment->time;
    const bool isMoved = std::exchange(m_shownAt, at) != at;
    const bool areNew = std::exchange(m_areNew, false) || isMoved;
    const QString selectedBefore = isMoved && current() != nullptr ? current()->id : QString();
    if (isMoved) { // release held rows at another moment
        m_active->clearSelection();
        m_past->clearSelection();
    }
    if (areNew) {
        m_shown = moment == nullptr ? m_alerts : models::alertsAt(*moment, m_alerts);
    }
    if (areNew) {
        m_active->setResolved(m_shown.past);
        std::vector<Alert> losses;
        for (const std::vector<Alert> *all : {&m_shown.active, &m_shown.past}) {
            std::copy_if(all->begin(), all->end(), std::back_inserter(losses),
                         [](const Alert &alert) { return models::isOfLoss(alert.subject); });
        }
        m_past->setLosses(losses);
    }
    m_active->show(m_shown.active, areNew, m_snapshot, moment == nullptr ? context().history : nullptr);
    if (moment == nullptr && m_snapshot != nullptr && context().history != nullptr) {
        context().history->lookBack(m_active->shownCourses(), models::AlertModel::course);
    }
    m_past->show(m_shown.past, areNew, m_snapshot, nullptr);
    showHead();
    if (!selectedBefore.isEmpty()) {
        select(selectedBefore);
    }
    showSelection();
    if (!m_wanted.isEmpty()) {
        showAlert(std::exchange(m_wanted, {}));
    }
}

milliseconds AlertsPage::now() const
{
    return m_snapshot == nullptr ? milliseconds(QDateTime::currentMSecsSinceEpoch()) : m_snapshot->serverTime;
}

void AlertsPage::showHead()
{
    m_summary = models::alertsSummary(m_shown.active, now());
    fitHead();
}

void AlertsPage::setFilter(const QString &text)
{
    m_filterText = text;
    m_active->setFilter(text);
    m_past->setFilter(text);
}

const Alert *AlertsPage::current() const
{
    const Alert *active = m_active->current();
    return active != nullptr ? active : m_past->current();
}

QStringList AlertsPage::selected() const
{
    return m_active->selected() + m_past->selected();
}

bool AlertsPage::isAnySelected(bool acknowledged) const
{
    const QStringList ids = m_active->selected();
    return std::any_of(m_shown.active.begin(), m_shown.active.end(), [&](const Alert &alert) {
        return alert.acknowledged.has_value() == acknowledged && ids.contains(alert.id);
    });
}

void AlertsPage::showSelection()
{
    const Alert *alert = current();
    const auto count = static_cast<int>(selected().size());
    const bool isPast = momentOf(m_snapshot) != nullptr;
    const bool isActive = !m_active->selected().isEmpty() && !isPast; // past alerts are read-only
    const bool isOpen = isActive && isAnySelected(false);
    const QPointer<QWidget> focus = window()->focusWidget();
    if (focus == m_acknowledge && !isOpen && isActive) {
        m_active->table()->setFocus(Qt::OtherFocusReason); // Qt would move it to the next button
    }
    m_acknowledge->setEnabled(isOpen);
    m_acknowledge->setToolTip(isOpen         ? QString()
                                  : isPast   ? tr("The past is shown.")
                                  : isActive ? tr("It is acknowledged already.")
                                             : tr("Select one that is active."));
    m_mute->setEnabled(isActive);
    m_note->setEnabled(alert != nullptr && !isPast);
    const bool hasCollection =
        alert != nullptr && m_snapshot != nullptr && models::placeOf(alert->subject, *m_snapshot).row >= 0;
    m_open->setEnabled(hasCollection);
    const QString open = hasCollection ? tr("Open %1").arg(alert->subject.collection.simplified()) : tr("Open");
    constexpr Px padding{28};
    QString elided = fontMetrics().elidedText(open, Qt::ElideRight, openWidth - padding);
    m_open->setText(elided.replace(u'&', QLatin1String("&&")));
    m_open->setToolTip(open);
    m_actions[0]->setEnabled(isOpen);
    m_actions[0]->setToolTip(isOpen ? m_actions[0]->text() : m_acknowledge->toolTip());
    m_actions[1]->setEnabled(isActive);
    m_actions[2]->setEnabled(alert != nullptr && !isPast);
    m_actions[3]->setEnabled(hasCollection);
    m_actions[4]->setEnabled(isActive && isAnySelected(true));
    const QString line = isPast ? QString() : curvesTitle();
    m_active->setHint(!isActive ? line
                          : count == 1
                          ? tr("1 selected · %1").arg(line)
                          : tr("%1 selected · %2", nullptr, pluralOf(count)).arg(models::formatCount(count), line));
    const bool isInPanel = focus != nullptr && m_panel->isAncestorOf(focus);
    m_panel->show(alert, m_snapshot, m_shown.past);
    if (isInPanel && (focus == nullptr || focus->isHidden()) && isActive) {
        m_active->table()->setFocus(Qt::OtherFocusReason); // Unacknowledge hides once it is pressed
    }
}

/// Says how far back the curves of the table reach.
QString AlertsPage::curvesTitle() const
{
    const milliseconds whole = models::spanLength(models::Span::QuarterHour);
    milliseconds age(0);
    for (const Alert &alert : m_shown.active) {
        const models::AlertPlace place =
            m_snapshot == nullptr ? models::AlertPlace() : models::placeOf(alert.subject, *m_snapshot);
        if (!place.hasFigure() || context().history == nullptr) {
            continue;
        }
        const auto points =
            context()
                .history->figure(static_cast<std::size_t>(place.row), place.figure, models::Span::QuarterHour)
                .points;
        const auto first =
            std::find_if(points.begin(), points.end(), [](const auto &point) { return isKnown(point.value); });
        age = std::max(age, first == points.end() ? milliseconds(0) : m_snapshot->serverTime - first->time);
    }
    const QString title = tr("figure against limit, last %1").arg(models::formatDuration(whole));
    constexpr milliseconds rounding = 1min;
    return age == milliseconds(0) || age > whole - rounding
        ? title
        : tr("%1 (%2 so far)")
              .arg(title, models::formatDuration(age < rounding ? age : std::chrono::floor<std::chrono::minutes>(age)));
}

bool AlertsPage::select(const QString &alert)
{
    for (int i = 0; i < m_cards->count(); ++i) {
        if (qobject_cast<AlertsCard *>(m_cards->widget(i))->select(alert)) {
            m_tabs->button(i)->setChecked(true);
            return true;
        }
    }
    return false;
}

void AlertsPage::showAlert(const QString &alert)
{
    m_wanted = select(alert) ? QString() : alert; // it may arrive later
}

void AlertsPage::sayAcknowledged(bool acknowledged)
{
    if (const QStringList alerts = m_active->selected(); !alerts.isEmpty()) {
        context().alerts->acknowledge(alerts, acknowledged);
    }
}

void AlertsPage::mute(milliseconds length)
{
    if (const QStringList alerts = m_active->selected(); !alerts.isEmpty()) {
        context().alerts->mute(alerts, length == 0ms ? 0ms : now() + length);
    }
}

void AlertsPage::openItsCollection()
{
    const Alert *alert = current();
    const int row = alert == nullptr || m_snapshot == nullptr ? -1 : models::placeOf(alert->subject, *m_snapshot).row;
    if (row >= 0) {
        emit context().host->collectionRequested(static_cast<std::size_t>(row));
    }
}

} // namespace plimsoll::views

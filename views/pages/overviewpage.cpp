// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/overviewpage.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/history/moment.h"
#include "models/history/past.h"
#include "views/page/kindview.h"
#include "views/page/pagehead.h"
#include "views/pages/eventline.h"
#include "views/pages/overviewcards.h"
#include "views/pages/overviewnews.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

using models::CollectionModel;

namespace {

constexpr Px lowestWithChart{430};
constexpr Px narrowestWithNumber{1000}; // px; narrower pages count no collections next to the event line
constexpr Px narrowestWithSince{1600}; // px; as above, for what happened since the last visit

bool sameStates(const Snapshot &a, const Snapshot &b)
{
    return a.layout == b.layout
        && std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                      [](const Snapshot::Row &x, const Snapshot::Row &y) { return x.state == y.state; });
}

} // namespace

OverviewPage::OverviewPage(const PageContext &context, QWidget *parent)
    : Page(context, parent), m_model(new CollectionModel(context.history, this)),
      m_sorted(new models::CollectionSortModel(this)),
      m_chart(new TimeChart(tr("Deepest queues"), context.theme, nullptr, this)), m_deepest(m_chart, context.history)
{
    setObjectName(QStringLiteral("overviewPage"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortedRole(CollectionModel::TroubleRole);
    m_sorted->sort(CollectionModel::StateColumn, Qt::DescendingOrder);

    auto *layout = new QVBoxLayout(this);
    const PageHead head(tr("Overview"), layout);
    m_counts = head.line;
    m_counts->setObjectName(QStringLiteral("overviewCounts"));
    m_showEvent = new QPushButton(this);
    m_showEvent->setObjectName(QStringLiteral("showEvent"));
    m_showEvent->hide();
    connect(m_showEvent, &QPushButton::clicked, this, [this] {
        if (const auto events = newEvents(); !events.empty()) {
            this->context().kept->goToLastBefore(events.back().time);
        }
    });
    head.tools->addWidget(m_showEvent);
    // The scroll bar of the cards is in the right margin.
    QMargins sides = layout->contentsMargins();
    sides.setTop(0);
    sides.setBottom(0);
    head.row->setContentsMargins(sides);
    // In the head, which is there anyway: nothing else moves when an event appears.
    m_event = new EventLine(context.theme, this);
    m_event->hide();
    m_news = new OverviewNews(context, m_event, head.tools, this);
    m_headRow = head.row;
    m_headRow->insertWidget(m_headRow->count() - 1, m_event); // before the buttons
    layout->setContentsMargins(layout->contentsMargins() - sides);

    buildChart();
    buildCards();
    m_notice = new QLabel(this);
    m_notice->setObjectName(QStringLiteral("overviewNotice"));
    m_notice->setProperty("role", QStringLiteral("secondary"));
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse); // an ACL line is there to be copied
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setTextFormat(Qt::PlainText);
    connect(context.host, &PageHost::workspaceChanged, this, &OverviewPage::setWorkspace);
    connect(context.alerts, &AlertsService::alertsRead, this, [this](const AlertList &alerts) {
        m_alerts = alerts.active;
        showCounts();
    });
    connect(context.host, &PageHost::unreachable, this, &OverviewPage::setUnreachable);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_empty = buildEmpty(*context.actions));
    m_stack->addWidget(m_cards);
    layout->addWidget(m_stack, 1);
    // The page takes the focus, so that no card shows a focus ring before a key is pressed.
    setFocusPolicy(Qt::ClickFocus);
    showContent();
}

void OverviewPage::buildChart()
{
    m_chart->setObjectName(QStringLiteral("deepestQueues"));
    m_chart->setNoting();
    connect(m_chart, &TimeChart::noteMade, context().alerts, &AlertsService::keepNote);
    connect(m_chart, &TimeChart::limitEditRequested, context().host, &PageHost::limitEditRequested);
    m_chart->range().keepAs(QStringLiteral("chartMinutes/overview"));
    connect(&m_chart->range(), &ChartRange::spanChanged, this, &OverviewPage::showDeepest);
    connect(&m_chart->range(), &ChartRange::momentChosen, context().kept, &HistoryService::goTo);
    if (context().history != nullptr) {
        const auto showSeen = [this] {
            if (isVisible()) {
                showDeepest();
            }
        };
        connect(context().history, &models::History::pastRead, this, [this, showSeen] {
            showSeen();
            if (isPast()) {
                m_cards->repaintTrends(); // past sparklines arrived
            }
        });
        connect(context().history, &models::History::marksRead, this, showSeen);
    }
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &OverviewPage::advanceChart);
}

/// Moves the chart to the present while no figures come.
void OverviewPage::advanceChart()
{
    if (m_snapshot != nullptr && m_old) {
        const auto since = std::chrono::steady_clock::now() - m_snapshot->taken;
        m_chart->setNow(m_snapshot->serverTime + std::chrono::duration_cast<std::chrono::milliseconds>(since));
    }
}

/// Updates the chart: it misses snapshots applied while the page was hidden, and none may follow.
void OverviewPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    showDeepest();
}

void OverviewPage::buildCards()
{
    m_cards = new OverviewCards(context(), m_sorted, m_chart, this);
    connect(m_cards, &OverviewCards::opened, context().host, &PageHost::collectionRequested);
    connect(m_cards, &OverviewCards::currentChanged, this, &OverviewPage::currentChanged);
    connect(m_cards, &OverviewCards::scrolled, this, &OverviewPage::wantTrends);
}

QWidget *OverviewPage::buildEmpty(const Actions &actions)
{
    auto *empty = new QWidget(this);
    empty->setObjectName(QStringLiteral("overviewEmpty"));
    auto *title = new QLabel(tr("No collections yet"), empty);
    title->setProperty("role", QStringLiteral("title"));
    auto *text = new QLabel(
        tr("A collection is what an application keeps in Redis under one purpose: a work queue, delayed jobs, a "
           "leaderboard, who is online. Plimsoll finds most of them by their keys; or tell it which keys to watch."),
        empty);
    text->setProperty("role", QStringLiteral("secondary"));
    text->setWordWrap(true);
    text->setFixedWidth(Px(460));
    text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    // Not aligned in the column, which would limit wrapped text to the height of one line.
    auto *textRow = new QHBoxLayout;
    textRow->addStretch();
    textRow->addWidget(text);
    textRow->addStretch();
    auto *layout = new QVBoxLayout(empty);
    layout->setSpacing(metrics::cardGap);
    layout->addStretch(2);
    layout->addWidget(title, 0, Qt::AlignHCenter);
    layout->addLayout(textRow);
    for (QAction *action : {actions.findCollections, actions.addCollection}) {
        auto *button = new QPushButton(action->text(), empty);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setProperty("role", action == actions.findCollections ? QStringLiteral("primary") : QString());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch(3);
    return empty;
}

void OverviewPage::setWorkspace(const WorkspacePtr &workspace)
{
    m_workspace = workspace;
    // An edited workspace keeps its cards until the first snapshot of the new definition.
    if (m_snapshot != nullptr && (workspace == nullptr || workspace->name != m_snapshot->layout->workspace->name)) {
        m_snapshot.reset();
        m_deepest.forget();
        m_news->forget();
    }
    showContent();
}

void OverviewPage::apply(const SnapshotPtr &snapshot)
{
    const bool first = m_snapshot == nullptr;
    const bool isOtherLayout = first || m_snapshot->layout != snapshot->layout;
    const bool stateChanged = first || !sameStates(*m_snapshot, *snapshot);
    m_snapshot = snapshot;
    m_workspace = snapshot->layout->workspace;
    m_cards->setTimeText(models::formatTime(snapshot->serverTime));
    m_model->apply(snapshot);
    if (first) {
        m_cards->forgetTouch();
        m_cards->forgetRows();
        m_ranked.invalidate();
    }
    if (isOtherLayout) {
        m_cards->arrange();
    }
    rankIfStill(stateChanged);
    if (stateChanged) {
        m_cards->showStates();
    }
    showContent();
    showDeepest();
}

void OverviewPage::setOld(bool old)
{
    m_old = old;
    m_model->setStale(old);
    m_deepest.setOld(old);
    showCounts();
    showDeepest();
    if (old) {
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

void OverviewPage::setFilter(const QString &text)
{
    m_sorted->setFilterText(text);
    m_cards->arrange();
    showContent();
}

std::optional<std::size_t> OverviewPage::currentCollection() const
{
    return m_snapshot == nullptr ? std::nullopt : m_cards->currentCollection();
}

void OverviewPage::setStillness(const Stillness &stillness)
{
    m_stillness = stillness;
    m_cards->setRowKept(stillness.afterTrouble);
}

/// Reorders the cards after a change of state, or while the user is idle, but not soon after the pointer moved. A newly
/// selected past moment is ordered at once and then keeps its order.
void OverviewPage::rankIfStill(bool stateChanged)
{
    const models::MomentPtr moment = momentOf(m_snapshot);
    const auto time = moment == nullptr ? std::nullopt : std::optional(moment->time);
    if (std::exchange(m_rankedMoment, time) != time) {
        m_rankWanted = false;
        m_ranked.start();
        m_cards->forgetRows();
        m_cards->rank();
        return;
    }
    if (moment != nullptr) {
        return;
    }
    m_rankWanted = m_rankWanted || stateChanged;
    if (m_cards->isTouchedWithin(m_stillness.afterTouch)) {
        return;
    }
    const auto pause = m_rankWanted ? m_stillness.afterState : m_stillness.afterGrowth;
    if (m_ranked.isValid() && m_ranked.elapsed() < pause.count()) {
        return;
    }
    m_rankWanted = false;
    m_ranked.start();
    m_cards->rank();
}

void OverviewPage::setUnreachable(const QString &why)
{
    m_unreachable = why;
    if (m_snapshot == nullptr) {
        showContent();
    }
}

void OverviewPage::showContent()
{
    QWidget *content = m_cards;
    if (m_workspace != nullptr && m_workspace->collections.empty()) {
        content = m_empty;
    } else if (m_snapshot == nullptr) {
        content = m_notice;
        m_notice->setText(m_unreachable.isEmpty() ? tr("Waiting for the first figures…")
                                                  : tr("No figures yet. %1").arg(m_unreachable));
    } else if (m_sorted->rowCount() == 0) {
        content = m_notice;
        m_notice->setText(tr("No collection has “%1” in its name, kind or keys.").arg(m_sorted->filterText()));
    }
    m_stack->setCurrentWidget(content);
    showCounts();
}

void OverviewPage::showCounts()
{
    if (m_snapshot == nullptr || m_workspace == nullptr || m_workspace->collections.empty()) {
        m_counts->setFullText({});
        offerEvent(nullptr);
        return;
    }
    models::TroubleCounts states;
    for (const Snapshot::Row &row : m_snapshot->rows) {
        states.add(row.state);
    }
    const int all = static_cast<int>(m_snapshot->size());
    const int shown = m_sorted->rowCount();
    const QString collections = models::collectionsText(all);
    QStringList parts;
    const bool isShort = !m_event->isHidden() && width() < narrowestWithNumber; // the event has numbers, too
    if (shown != all) {
        parts.append(tr("%1 of %2").arg(models::formatCount(shown), collections));
    } else if (!isShort) {
        parts.append(collections);
    }
    const std::span<const ServerEvent> events = newEvents();
    const ServerEvent *event = events.empty() ? nullptr : &events.back();
    if (event != nullptr && m_event->isHidden()) { // else it is displayed next to this text
        parts.append(models::newestEventText(events));
    }
    offerEvent(event);
    const State server =
        models::serverTrouble(isPast() ? models::alertsAt(*context().history->moment(), {}).active : m_alerts);
    if (m_old && server != State::Ok) {
        parts.append(tr("server %1").arg(models::alertStateTitle(server)));
    } else {
        states.add(server); // counted like in the navigation and the window title
    }
    const int unrecorded = isPast() ? std::exchange(states.unreadable, 0) : 0;
    m_cards->setKnown(!m_old && unrecorded == 0);
    const QString allTrouble = models::troubleText(states);
    QStringList trouble{!m_old && server != State::Ok ? tr("%1, including the server").arg(allTrouble) : allTrouble};
    if (unrecorded > 0) {
        const QString text = models::unrecordedText(*context().history->moment());
        trouble.append(unrecorded == all ? text : tr("%1 not recorded").arg(models::formatCount(unrecorded)));
    }
    trouble.removeAll(QString());
    if (m_old) { // the trouble was that of the figures
        const QString time = models::formatTime(m_snapshot->serverTime);
        parts.append(trouble.isEmpty() ? tr("figures of %1").arg(time)
                                       : tr("figures of %1: %2").arg(time, trouble.join(QStringLiteral(", "))));
    } else if (!trouble.isEmpty()) {
        parts.append(trouble.join(QStringLiteral(", ")));
    } else if (event == nullptr && server == State::Ok) { // only if no problem is known
        parts.append(m_snapshot->server.isEmpty() ? tr("this database has no keys") : tr("all well"));
    }
    m_counts->setFullText(parts.join(QStringLiteral(" · ")));
}

/// Offers a button that shows the moment of the event.
void OverviewPage::offerEvent(const ServerEvent *event)
{
    m_showEvent->setVisible(event != nullptr && !isPast() && m_event->isHidden()); // it has the same button
    if (event != nullptr) {
        const QString time = models::formatTime(event->time);
        m_showEvent->setText(tr("Show %1").arg(time.left(time.lastIndexOf(u':'))));
        m_showEvent->setToolTip(
            tr("Shows the whole window as it was just before %1").arg(models::formatDateTime(event->time)));
    }
}

std::span<const ServerEvent> OverviewPage::newEvents() const
{
    return models::newEvents(context().history->events(), m_snapshot->serverTime);
}

bool OverviewPage::isPast() const
{
    return momentOf(m_snapshot) != nullptr;
}

void OverviewPage::showDeepest()
{
    if (m_snapshot != nullptr && isVisible()) {
        const SnapshotPtr newest = isPast() ? context().history->judged() : nullptr;
        m_chart->range().lookAt(isPast() ? std::optional(m_snapshot->serverTime) : std::nullopt,
                                newest == nullptr ? m_snapshot->serverTime : newest->serverTime);
        // First, because it also requests data for the chart.
        isPast() ? m_news->pause() : m_news->show(m_workspace, m_snapshot->serverTime, window()->isActiveWindow());
        m_deepest.show(*m_snapshot);
        advanceChart();
        wantTrends();
        placeChart();
    }
}

/// Requests the sparklines of the visible collections up to the selected moment.
void OverviewPage::wantTrends()
{
    const models::MomentPtr moment = m_snapshot == nullptr ? nullptr : momentOf(m_snapshot);
    const auto reach = moment == nullptr ? std::nullopt : models::trendReach(*moment, CollectionModel::trendLength);
    if (reach) {
        context().history->lookBack(m_cards->visibleCollections(), *reach);
    }
}

void OverviewPage::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cards->isVisible()) {
            m_cards->takeKeyboard(); // on the first or the previous card
            return;
        }
        break;
    default:
        break;
    }
    Page::keyPressEvent(event);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    placeChart();
}

/// Gives the event line the room of the head while there is an event.
void OverviewPage::placeEvent()
{
    const bool isShown = m_event->event().has_value();
    m_headRow->setStretchFactor(m_counts, isShown ? 0 : 1);
    m_headRow->setStretchFactor(m_event, isShown ? 1 : 0);
    if (m_event->isHidden() == isShown) {
        m_event->setVisible(isShown);
        showCounts();
    }
    m_news->setRoomForSince(!isShown || width() >= narrowestWithSince);
}

/// Hides the chart in a low window, where the cards need the room.
void OverviewPage::placeChart()
{
    placeEvent();
    m_cards->showChart(m_deepest.any() && height() >= lowestWithChart);
}

} // namespace plimsoll::views

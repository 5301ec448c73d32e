// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/collectionpage.h"

#include "models/history/moment.h"
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "redis/types/limits.h"
#include "redis/types/printable.h"
#include "views/collection/aroundcard.h"
#include "views/collection/daylimits.h"
#include "views/collection/jobsanddead.h"
#include "views/collection/pagedpanel.h"
#include "views/collection/periodbar.h"
#include "views/collection/reconciledialog.h"
#include "views/collection/rowoperations.h"
#include "views/collection/shardbar.h"
#include "views/operations/headoperations.h"
#include "views/page/actions.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::views {

namespace {

/// A page is as high as its window, and scrolls only below its smallest height: lines of text that wrap must not make
/// it ask for the height it would like best. The smallest is that at its width: else what wraps would cover its
/// neighbours.
class PageLayout final : public QVBoxLayout {
public:
    using QVBoxLayout::QVBoxLayout;
    [[nodiscard]] bool hasHeightForWidth() const override { return m_isMeasured; }
    [[nodiscard]] QSize minimumSize() const override
    {
        QSize least = QVBoxLayout::minimumSize();
        m_isMeasured = true;
        least.setHeight(std::max(least.height(), minimumHeightForWidth(m_width)));
        m_isMeasured = false;
        return least;
    }
    void setGeometry(const QRect &rect) override
    {
        if (std::exchange(m_width, rect.width()) != rect.width()) {
            parentWidget()->updateGeometry();
        }
        QVBoxLayout::setGeometry(rect);
    }

private:
    int m_width = 0;
    mutable bool m_isMeasured = false;
};

/// The value of the figure that a problem is about: "41", "≥ 4.9 s". Empty if the problem is about something else.
/// `isWhole`: without decimals, unless that would be 0.
QString numberOf(const Figures &figures, const Problem &problem, bool isWhole)
{
    const Snapshot &snapshot = figures.snapshot();
    const double value = problem.figure < 0 ? unknownFigure : snapshot.figure(figures.index(), problem.figure);
    if (!std::isfinite(value) || problem.level == State::Error || problem.isSilence || problem.loss != nullptr) {
        return {};
    }
    constexpr double second = 1'000, minute = 60'000; // longer durations have no decimals
    const Unit unit = figures.layout().figure(problem.figure).unit;
    const bool isAtLeast = snapshot.isAtLeast(figures.index(), problem.figure);
    const double step = unit == Unit::Duration ? second : 1;
    const double whole = (isAtLeast ? std::floor(value / step) : std::round(value / step)) * step;
    const bool isRounded = isWhole && whole != 0 && (unit != Unit::Duration || std::abs(value) < minute);
    const QString text = limitValueText(unit, isRounded ? whole : value);
    return models::estimateText(models::atLeastText(text, isAtLeast),
                                snapshot.has(figures.index(), problem.figure, FigureNote::Estimate));
}

/// Hides everything except the charts and their containers.
void hideAllBut(const std::vector<TimeChart *> &charts, QLayout *layout, std::vector<QPointer<QWidget>> &hidden)
{
    for (int i = 0; i < layout->count(); ++i) {
        if (QLayout *inner = layout->itemAt(i)->layout()) {
            hideAllBut(charts, inner, hidden);
            continue;
        }
        QWidget *widget = layout->itemAt(i)->widget();
        if (widget == nullptr || std::find(charts.begin(), charts.end(), widget) != charts.end()) {
            continue;
        }
        const bool holdsOne = std::any_of(charts.begin(), charts.end(),
                                          [widget](const TimeChart *chart) { return widget->isAncestorOf(chart); });
        if (holdsOne && widget->layout() != nullptr) {
            hideAllBut(charts, widget->layout(), hidden);
        } else if (!widget->isHidden()) {
            widget->hide();
            hidden.emplace_back(widget);
        }
    }
}

} // namespace

CollectionPage::CollectionPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_page(new PageLayout), m_head({}, m_page),
      m_badge(new Badge(pageContext.theme, this)), m_oldSince(new QLabel(this)),
      m_period(new PeriodBar(pageContext, this)), m_tiles(new TileRow(pageContext.theme, this)),
      m_shards(new ShardBar(pageContext.theme, this)), m_content(new QVBoxLayout),
      m_day(new DayLimits(pageContext, this)), m_range(new ChartRange(this))
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // avoid an invisible tab stop
    scroll->setFrameShape(QFrame::NoFrame);
    auto *body = new QWidget(scroll);
    body->setObjectName(QStringLiteral("pageBody"));
    body->setLayout(m_page);
    m_head.title->setObjectName(QStringLiteral("collectionTitle"));
    m_head.line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it gets what is left
    m_oldSince->setProperty("role", QStringLiteral("warning"));
    m_oldSince->setObjectName(QStringLiteral("oldSince"));
    m_oldSince->setToolTip(tr("The figures were read then. Lists are read at other times, and say theirs."));
    m_oldSince->hide();
    m_badge->setObjectName(QStringLiteral("stateBadge"));
    m_head.row->insertWidget(m_head.row->indexOf(m_head.line), m_badge, 0, Qt::AlignVCenter);
    m_head.row->insertWidget(m_head.row->indexOf(m_head.line), m_oldSince);
    makeMenu();
    m_page->addWidget(m_period);
    m_page->addWidget(m_tiles);
    m_page->addWidget(m_shards);
    m_content->setSpacing(metrics::cardGap);
    m_page->addLayout(m_content, 1);
    m_page->addWidget(m_day);
    scroll->setWidget(body);
    outer->addWidget(scroll);

    connect(m_period, &PeriodBar::chosen, this, &CollectionPage::showPeriod);
    connect(m_range, &ChartRange::spanChanged, this, &CollectionPage::refreshAll);
    connect(m_range, &ChartRange::momentChosen, pageContext.kept, &HistoryService::goTo);
    if (pageContext.history != nullptr) {
        const auto refreshSeen = [this] {
            if (isVisible()) {
                refreshAll();
            }
        };
        connect(pageContext.history, &models::History::pastRead, this, refreshSeen);
        connect(pageContext.history, &models::History::marksRead, this, refreshSeen);
    }
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, [this] { setNow(serverNow()); });
}

void CollectionPage::makeMenu()
{
    auto *more = new QToolButton(this);
    more->setText(QStringLiteral("⋯"));
    more->setObjectName(QStringLiteral("moreButton"));
    more->setToolTip(tr("More"));
    more->setAccessibleName(tr("More actions"));
    more->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(more);
    QAction *edit = menu->addAction(tr("Edit definition…"));
    if (context().actions != nullptr) {
        connect(edit, &QAction::triggered, context().actions->editCollection, &QAction::trigger);
    }
    m_editLimit = menu->addAction(tr("Edit limit…"));
    m_editLimit->setObjectName(QStringLiteral("editLimitAction"));
    connect(m_editLimit, &QAction::triggered, this, [this] { editLimit(m_editLimit->data().toString()); });
    connect(m_badge, &Badge::clicked, m_editLimit, &QAction::trigger);
    connect(m_tiles, &TileRow::limitEditRequested, this, &CollectionPage::editLimit);
    m_reconcile = menu->addAction(tr("Reconcile with job records…"));
    m_reconcile->setObjectName(QStringLiteral("reconcileAction"));
    connect(m_reconcile, &QAction::triggered, this, &CollectionPage::reconcile);
    QAction *history = menu->addAction(tr("Save history as CSV…"));
    history->setObjectName(QStringLiteral("exportHistory"));
    connect(history, &QAction::triggered, this, [this] {
        if (m_snapshot != nullptr && context().host != nullptr) {
            const CollectionDefinition &definition = m_snapshot->layout->workspace->collections[collection()];
            context().kept->exportCsv(definition.name, QString(definition.kind->id));
        }
    });
    connect(menu->addAction(tr("Copy key names")), &QAction::triggered, this, &CollectionPage::copyKeys);
    m_copyCommands = menu->addAction(tr("Copy as redis-cli"));
    m_copyCommands->setObjectName(QStringLiteral("copyCommands"));
    connect(m_copyCommands, &QAction::triggered, this, [this] { emit context().host->commandsWanted(place()); });
    more->setMenu(menu);
    headTools()->addWidget(more);
    m_operations = new HeadOperations(context(), headTools(), menu, this);
}

void CollectionPage::editLimit(const QString &figure)
{
    if (m_snapshot != nullptr && context().host != nullptr) {
        emit context().host->limitEditRequested(m_collection, figure);
    }
}

/// Beside the window, which goes on: it may take a while.
void CollectionPage::reconcile()
{
    if (m_snapshot) {
        (new ReconcileDialog(context(), place(), this))->start(serverNow());
    }
}

void CollectionPage::copyKeys()
{
    if (!m_snapshot) {
        return;
    }
    QStringList keys;
    const SnapshotPtr shown = m_period->shown(m_snapshot, m_collection);
    const SnapshotLayout &layout = *shown->layout;
    const SnapshotLayout::Row &row = layout.rows[m_collection];
    for (int i = 0; i < row.partCount; ++i) {
        keys.append(printable(layout.parts[static_cast<std::size_t>(row.firstPart) + static_cast<std::size_t>(i)].key));
    }
    QGuiApplication::clipboard()->setText(keys.join(QLatin1Char('\n')));
}

void CollectionPage::open(std::size_t collection, const SnapshotPtr &newest)
{
    m_collection = collection;
    m_snapshot = newest;
    m_range->keepAs(QStringLiteral("chartMinutes/") + newest->layout->rows[collection].kind->id);
    m_range->setSubject(newest->layout->rows[collection].name + QStringLiteral(" · ")
                        + newest->layout->workspace->name);
    m_range->keepHiddenAs(newest->layout->workspace->name + QLatin1Char('/') + newest->layout->rows[collection].name);
    m_period->open();
    start();
    m_day->open(place());
}

/// Resets remembered content, as for a different collection.
void CollectionPage::showPeriod()
{
    if (m_snapshot) {
        start();
    }
}

void CollectionPage::start()
{
    emit operationsClosed(m_period->isEarlier() ? m_period->text()
                              : definition().preset && !definition().preset->mayOperate()
                              ? definition().refusal(Action::Undo)
                              : QString());
    showUnrecorded();
    reset();
    for (TimeChart *chart : m_charts) {
        chart->forget();
        chart->setVisible(!m_period->isEarlier()); // the course is that of the present one
    }
    for (PagedPanel *panel : m_panels) {
        panel->open(definition());
    }
    m_reconcile->setVisible(!m_period->isEarlier() && !definition().preset && definition().has(Holds::Record)
                            && !definition().has(Holds::Entries));
    if (m_jobs != nullptr) {
        m_jobs->open();
    }
    emit context().host->inspectCleared();
    refreshAll();
}

void CollectionPage::follow(std::size_t collection, const SnapshotPtr &newest)
{
    m_collection = collection;
    m_snapshot = newest;
    m_behind = true;
    m_day->follow(place());
}

bool CollectionPage::stepBack()
{
    if (m_jobs != nullptr && m_jobs->back()) {
        return true;
    }
    const bool wasEarlier = m_period->isEarlier();
    m_period->choose({});
    return wasEarlier;
}

Place CollectionPage::place() const
{
    return {m_snapshot->layout->workspace, m_collection, m_period->keysAt()};
}

const CollectionDefinition &CollectionPage::definition() const
{
    return m_snapshot->layout->workspace->collections[m_collection];
}

void CollectionPage::apply(const SnapshotPtr &newest)
{
    m_snapshot = newest;
    refreshAll();
}

void CollectionPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_behind) {
        refreshAll();
    }
}

void CollectionPage::refreshAll()
{
    m_behind = !isVisible();
    sayOld();
    if (!m_snapshot || m_behind || context().history == nullptr) {
        return;
    }
    static const models::History none;
    if (isPast()) {
        m_period->choose({});
    } else {
        showUnrecorded();
    }
    const models::MomentPtr moment = isPast() ? context().history->moment() : nullptr;
    m_range->lookAt(moment == nullptr ? std::nullopt : std::optional(moment->time), serverNow());
    context().history->lookBack({m_collection}, m_range->reach());
    const SnapshotPtr shown = isPast() ? m_snapshot : m_period->shown(m_snapshot, m_collection);
    const Figures figures(*shown, m_collection, m_period->isEarlier() ? none : *context().history);
    showOffers();
    showHead(figures);
    for (PagedPanel *panel : isPast() ? std::vector<PagedPanel *>() : m_panels) {
        panel->apply(shown, m_collection);
    }
    if (m_jobs != nullptr && !isPast()) {
        m_jobs->apply(shown, m_collection);
    }
    m_shards->show(showsShards() ? std::vector<ShardLoad>() : shardLoads(*shown, m_collection));
    refresh(figures);
    m_tiles->show(tilesOf(figures)); // some are read off what was brought up to date
    placeMoment();
    const std::vector<TimeChart::Mark> marks = marksOf(*context().history, *m_range, serverNow(), {definition().name});
    for (TimeChart *chart : m_charts) {
        chart->setMarks(marks);
    }
}

void CollectionPage::showOffers()
{
    if (m_snapshot) {
        CollectionOffers offers =
            collectionOffers(isPast() ? *m_snapshot : *m_period->shown(m_snapshot, m_collection), m_collection);
        narrow(offers);
        m_operations->show(offers);
    }
}

void CollectionPage::showHead(const Figures &figures)
{
    showState(figures);
    const std::optional<PresetUse> &use = definition().preset;
    m_head.line->setFullText(
        !use ? description(figures)
            : use->part.isEmpty()
            ? (use->mayOperate() ? tr("%1 queue %2") : tr("%1 queue %2, only watched"))
                  .arg(use->preset->title, use->queue)
            : (use->mayOperate() ? tr("%1 of all %2 queues") : tr("%1 of all %2 queues, only watched"))
                  .arg(use->part, use->preset->title));
    fitHead();
}

/// Which buttons fit depends on the page's width and the start of the name alone, so none moves when the state's text
/// grows ("50 s", "1 min"). State, age and description get the room that is left: the description goes first, then the
/// words of what is wrong, then its beginning; its number stays.
void CollectionPage::fitHead()
{
    constexpr Px leastTitle{120};
    constexpr Px leastState{200};
    constexpr Px gaps{40};
    constexpr Px narrow{560};
    const QFontMetrics font(context().theme->titleFont());
    const QString &name = m_snapshot->layout->rows[m_collection].name;
    const int shortName = std::min<int>(leastTitle, font.horizontalAdvance(name) + 1); // the width is rounded
    const int inside = width() - 2 * metrics::pageMargin - gaps;
    if (m_jobs != nullptr) {
        m_jobs->setShort(inside < narrow);
    }
    m_operations->fit(inside - shortName - leastState);
    headTools()->invalidate();
    const int oldSince = m_old ? m_oldSince->sizeHint().width() + m_head.row->spacing() : 0;
    const int room = inside - headTools()->sizeHint().width() - oldSince;
    m_badge->fit(room - shortName);
    const int left = room - std::min(m_badge->sizeHint().width(), room - shortName);
    m_head.title->setText(font.elidedText(name, Qt::ElideRight, std::max(shortName, left)));
    m_head.title->setMinimumWidth(shortName); // a longer text is no width that the page must have
    m_head.title->setToolTip(name);
}

/// Between two ticks, too: while polling is paused no other comes.
void CollectionPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    if (m_snapshot) {
        fitHead();
    }
}

void CollectionPage::setOld(bool old)
{
    m_old = old;
    m_tiles->setOld(old);
    for (PagedPanel *panel : m_panels) {
        panel->setOld(old);
    }
    if (m_jobs != nullptr) {
        m_jobs->setOld(old);
    }
    sayOld();
    if (m_snapshot && isVisible() && context().history != nullptr) {
        const SnapshotPtr shown = isPast() ? m_snapshot : m_period->shown(m_snapshot, m_collection);
        showHead(Figures(*shown, m_collection, *context().history));
    }
    if (old && m_snapshot) {
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

/// Shows the age of the displayed snapshot. A hidden page may become old before it receives a snapshot.
void CollectionPage::sayOld()
{
    m_oldSince->setVisible(m_old && m_snapshot);
    if (m_old && m_snapshot) {
        m_oldSince->setText(tr("as of %1").arg(models::formatTime(m_snapshot->serverTime)));
    }
}

std::chrono::milliseconds CollectionPage::serverNow() const
{
    if (!m_snapshot) {
        return {};
    }
    const SnapshotPtr &newest = isPast() ? context().history->judged() : m_snapshot;
    if (!newest) {
        return m_snapshot->serverTime;
    }
    const auto since = std::chrono::steady_clock::now() - newest->taken;
    return newest->serverTime + std::chrono::duration_cast<std::chrono::milliseconds>(since);
}

void CollectionPage::setNow(std::chrono::milliseconds now)
{
    for (TimeChart *chart : m_charts) {
        chart->setNow(now);
    }
}

void CollectionPage::setPageRows(int rows)
{
    for (PagedPanel *panel : m_panels) {
        panel->setPageRows(rows);
    }
}

void CollectionPage::setFilter(const QString &text)
{
    for (PagedPanel *panel : m_panels) {
        panel->setFilter(text);
    }
}

void CollectionPage::search()
{
    for (PagedPanel *panel : m_panels) {
        panel->startSearch();
    }
}

std::vector<Element> CollectionPage::shownElements() const
{
    std::vector<Element> all;
    for (const PagedPanel *panel : m_panels) {
        const std::vector<Element> some = panel->elements();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

QString CollectionPage::filterText() const
{
    return m_panels.empty() ? QString() : m_panels.front()->filterText();
}

void CollectionPage::keepNote(Note note)
{
    if (m_snapshot) {
        note.collection = definition().name;
        context().alerts->keepNote(note);
    }
}

TimeChart *CollectionPage::addChart(const QString &title, const QString &name)
{
    auto *chart = new TimeChart(title, context().theme, m_range, this);
    chart->setObjectName(name);
    chart->setNoting();
    connect(chart, &TimeChart::noteMade, this, &CollectionPage::keepNote);
    connect(chart, &TimeChart::limitEditRequested, context().host, &PageHost::limitEditRequested);
    m_charts.push_back(chart);
    return chart;
}

void CollectionPage::addPanel(PagedPanel *panel)
{
    new RowOperations(context(), panel);
    m_panels.push_back(panel);
}

QWidget *CollectionPage::addJobs(PagedPanel *jobs)
{
    addPanel(jobs);
    m_jobs = new JobsAndDead(context(), jobs, this);
    headTools()->insertWidget(headTools()->count() - 1, m_jobs->button());
    return m_jobs;
}

void CollectionPage::layOut(QWidget *left, QWidget *right, QWidget *elements, int leftShare, int rightShare)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::cardGap);
    row->addWidget(left, leftShare);
    row->addWidget(right, rightShare);
    m_content->addLayout(row, 4);
    m_content->addWidget(elements, 6);
}

QString keyNames(const CollectionDefinition &definition, QLatin1StringView role)
{
    const RoleKeys *keys = definition.role(role);
    if (keys == nullptr || keys->templates.empty()) {
        return {};
    }
    const QString first = printable(keys->templates.front(), 120);
    const auto more = static_cast<double>(keys->templates.size() - 1);
    return more > 0 ? CollectionPage::tr("%1 and %2 more").arg(first, models::formatCount(more)) : first;
}

bool CollectionPage::isPast() const
{
    return momentOf(m_snapshot) != nullptr;
}

QString CollectionPage::unrecordedText() const
{
    return tr("Individual elements aren't recorded, so there is no list for past moments.");
}

/// Hides content that is not recorded and shows the events around the moment instead.
void CollectionPage::placeMoment()
{
    const bool past = isPast();
    m_period->setEnabled(!past);
    m_day->setPast(past);
    m_reconcile->setEnabled(!past);
    m_copyCommands->setEnabled(!past && !m_period->isEarlier());
    if (m_jobs != nullptr) {
        m_jobs->button()->setEnabled(!past);
        if (past) {
            m_jobs->showCount(*m_snapshot, m_collection);
        }
    }
    if (!past) {
        if (m_around != nullptr) {
            m_around->hide();
        }
        return;
    }
    if (m_around == nullptr) {
        m_around = new AroundCard(context().theme, unrecordedText(), this);
        connect(m_around, &AroundCard::noteMade, this, &CollectionPage::keepNote);
        m_content->addWidget(m_around, 4);
    }
    const std::chrono::milliseconds moment = context().history->moment()->time;
    const MarkQuestion around{moment - models::aroundMoment, moment + models::aroundMoment};
    context().history->lookForMarks(around);
    m_around->show(moment, definition().name, context().history->marks(around));
    m_around->setVisible(false); // hidden first, so that hideAllBut() does not record it
    hideAllBut(m_charts, m_content, m_unrecorded);
    m_around->setVisible(true);
}

/// Shows the hidden widgets again, before a page updates its visibility.
void CollectionPage::showUnrecorded()
{
    for (const QPointer<QWidget> &widget : m_unrecorded) {
        if (widget != nullptr) {
            widget->show();
        }
    }
    m_unrecorded.clear();
}

/// Tiles of the page; at a past moment each also shows its current value.
std::vector<TileText> CollectionPage::tilesOf(const Figures &figures) const
{
    std::vector<TileText> texts = tiles(figures);
    const SnapshotPtr now = figures.isPast() ? context().history->judged() : nullptr;
    if (now == nullptr || now->layout != context().history->moment()->present) {
        return texts;
    }
    const std::vector<TileText> live = tiles(Figures(*now, m_collection, *context().history));
    for (TileText &text : texts) {
        const auto same = std::find_if(live.begin(), live.end(), [&text](const TileText &other) {
            return !text.figure.isEmpty() && other.figure == text.figure && other.title == text.title;
        });
        if (same == live.end()) {
            continue;
        }
        const QString told = tr("now %1").arg(same->value);
        if (text.note.isEmpty() || std::max(text.state, text.noteState) == State::Ok) {
            text.note = told;
        } else if (text.noteState != State::Ok) { // another figure of that moment, which "now" must not seem to go with
            text.note = tr("%1 · %2").arg(text.note,
                                          same->noteState != State::Ok ? tr("now %1, %2").arg(same->value, same->note)
                                                                       : tr("now %1 %2").arg(same->value, same->title));
        } else { // the limit
            text.note = tr("%1 · %2").arg(told, text.note);
            text.shortNote = told;
        }
    }
    return texts;
}

/// Returns the id of the figure that is worst, or of the first one.
QString CollectionPage::figureInTrouble(const Figures &figures)
{
    const Problem *worst = models::worstProblem(figures.row());
    const int figure = worst != nullptr && worst->figure >= 0 ? worst->figure : 0;
    return static_cast<std::size_t>(figure) < figures.layout().figures().size()
        ? QString(figures.layout().figure(figure).id)
        : QString();
}

/// Updates the badge next to the title.
void CollectionPage::showState(const Figures &figures)
{
    const State state = figures.row().state;
    const auto since = m_period->isEarlier() ? std::nullopt : context().history->since(m_collection);
    const models::History &history = *context().history;
    const bool isLive = since && !figures.isPast();
    const auto trouble = isLive ? history.troubleSince(m_collection) : std::nullopt;
    const Problem *worst = models::worstProblem(figures.row());
    const auto lastingOf = [&](const std::optional<StateSince> &others) {
        return since ? models::stateSinceText(*since, others, m_snapshot->serverTime) : models::stateTitle(state);
    };
    const QString lasting = lastingOf(trouble);
    QStringList all, forms; // of the badge: the time stays for longer than the reason
    const auto add = [&forms](const QString &form) {
        if (forms.isEmpty() || form.size() < forms.back().size()) {
            forms.append(form);
        }
    };
    m_editLimit->setData(figureInTrouble(figures));
    if (since && state != State::Ok) {
        all.append(models::formatSince(*since));
    }
    if (worst != nullptr) {
        constexpr qsizetype longestProblem = 48;
        const auto addWith = [&add](const QString &begin, const QString &why) {
            if (!why.isEmpty() && why.size() <= longestProblem) {
                add(tr("%1: %2").arg(begin, why));
            }
        };
        const QString brief = worst->text.section(QLatin1StringView(" ("), 0, 0); // without what stands in brackets
        addWith(lasting, worst->text);
        addWith(lasting, brief);
        addWith(lasting, brief.section(QLatin1StringView(", "), 0, 0)); // without its limit
        const QString own = lastingOf({});
        const QString number = numberOf(figures, *worst, false);
        for (const QString &begin : {lasting, own, models::stateTitle(state)}) {
            if (number.isEmpty()) {
                add(begin);
            } else {
                addWith(begin, number);
            }
        }
        if (!number.isEmpty()) {
            const QString whole = numberOf(figures, *worst, true);
            addWith(models::stateTitle(state), whole);
            add(whole);
        }
        m_badge->setAccessibleDescription(worst->text);
        for (const Problem &problem : *figures.row().problems) {
            all.append(
                models::problemText(problem, isLive ? history.problemSince(m_collection, problem) : std::nullopt));
        }
    }
    if (forms.isEmpty()) {
        add(lasting);
    }
    QString text = forms.takeFirst(); // the others are shorter
    if (figures.isPast()) {
        const QString time = models::formatTime(figures.now());
        const QString minute = time.left(time.lastIndexOf(QLatin1Char(':')));
        text = tr("at %1: %2").arg(minute, text);
        forms.clear();
        if (state == State::Error) { // no current problem
            m_badge->show(State::Ok, tr("at %1: %2").arg(minute, models::unrecordedText(*context().history->moment())),
                          true, {tr("at %1: not recorded").arg(minute)});
            return;
        }
    }
    if (m_old) {
        std::for_each(forms.begin(), forms.end(), [](QString &each) { each = tr("unknown, was %1").arg(each); });
        m_badge->show(State::Unknown, tr("unknown, was %1").arg(text), true, forms);
        all.prepend(tr("Unknown since %1.").arg(models::formatTime(m_snapshot->serverTime)));
    } else {
        m_badge->show(state, state == State::Ok ? models::kindTitle(*figures.layout().kind) : text, true, forms);
    }
    if (!all.isEmpty()) {
        m_badge->setToolTip(all.join(QLatin1Char('\n'))); // in place of that of show()
    }
    const bool hasLimit = !m_editLimit->data().toString().isEmpty();
    m_editLimit->setEnabled(hasLimit);
    m_badge->setCursor(hasLimit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hasLimit && state != State::Ok) {
        const bool isSet = worst != nullptr && hasOwnLimit(definition().limits, worst->figure);
        m_badge->setToolTip(QStringLiteral("%1\n%2").arg(
            m_badge->toolTip(), isSet ? tr("Click: edit the limit") : tr("Click: set limits")));
    }
}

} // namespace plimsoll::views

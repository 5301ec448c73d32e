// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/findpage.h"

#include "models/alerts/alerttext.h"
#include "models/rows/proposalmodel.h"
#include "models/rows/unrecognisedmodel.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/page/actions.h"
#include "views/page/pagehead.h"
#include "views/pages/findpanel.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QAction>
#include <QDateTime>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

using models::ProposalModel;
using models::UnrecognisedModel;
using Search = DiscoveryStatus::Is;

QString countedKeys(qint64 keys)
{
    return keys == 1 ? FindPage::tr("1 key")
                     : FindPage::tr("%1 keys", nullptr, pluralOf(keys)).arg(models::formatCount(keys));
}

QString workText(std::chrono::microseconds time)
{
    return models::formatDuration(std::chrono::ceil<std::chrono::milliseconds>(time));
}

/// "2 new, 1 gone since 2026-11-20 12:03:05". There must be an earlier search.
QString changesText(const Discovery &discovery)
{
    const auto isNew = [](const FoundTemplate &keys) { return keys.isNew; };
    auto fresh = std::count_if(discovery.unrecognised.begin(), discovery.unrecognised.end(), isNew);
    fresh += std::count_if(discovery.found.begin(), discovery.found.end(),
                           [](const Proposal &proposal) { return models::KeyCounts::of(proposal).isNew; });
    const qsizetype gone = std::ssize(discovery.earlier->gone);
    QStringList changes;
    if (fresh > 0) {
        changes += FindPage::tr("%1 new").arg(models::formatCount(fresh));
    }
    if (gone > 0) {
        changes += FindPage::tr("%1 gone").arg(models::formatCount(gone));
    }
    const QString time = models::formatDateTime(discovery.earlier->time);
    return changes.isEmpty() ? FindPage::tr("nothing new since %1").arg(time)
                             : FindPage::tr("%1 since %2").arg(changes.join(QStringLiteral(", ")), time);
}

QSortFilterProxyModel *makeFilter(QAbstractItemModel *model, QObject *parent)
{
    auto *filter = new QSortFilterProxyModel(parent);
    filter->setSourceModel(model);
    filter->setFilterRole(models::FilterRole);
    filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    filter->setSortRole(models::SortRole);
    return filter;
}

} // namespace

FindPage::FindPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_model(new ProposalModel(this)), m_filter(makeFilter(m_model, this)),
      m_unrecognised(new UnrecognisedModel(this)), m_unrecognisedFilter(makeFilter(m_unrecognised, this)),
      m_table(new TableView(pageContext.theme, this)), m_rest(new TableView(pageContext.theme, this)),
      m_notice(new Notice(pageContext.theme, this)), m_stack(new QStackedWidget(this)),
      m_panel(new FindPanel(pageContext, this))
{
    setObjectName(QStringLiteral("findPage"));
    auto *layout = new QVBoxLayout(this);
    makeHead(layout);
    layout->addWidget(makeProposals(), 3);
    layout->addWidget(makeUnrecognised(), 1);
    m_panel->hide();
    setTabOrder(m_scan, m_watch);
    setTabOrder(m_watch, m_table);
    setTabOrder(m_table, m_rest);
    setFocusPolicy(Qt::ClickFocus); // it has the focus until there are rows

    connect(m_panel, &FindPanel::changeRequested, this, &FindPage::changeCurrent);
    connect(m_model, &ProposalModel::wantedChanged, this, &FindPage::showWatch);
    connect(m_table, &TableView::currentMoved, this, &FindPage::showSelection);
    connect(m_table, &TableView::opened, this, [this](const QModelIndex &index) {
        if (index.column() != static_cast<int>(ProposalModel::Column::Watch)) { // that was two clicks on a check mark
            changeCurrent();
        }
    });
    const DiscoveryService *discovery = pageContext.discovery;
    connect(discovery, &DiscoveryService::statusChanged, this, &FindPage::setStatus);
    connect(discovery, &DiscoveryService::found, this, &FindPage::setDiscovery);
    connect(discovery, &DiscoveryService::previewed, this, &FindPage::showPreview);
    const PageHost *host = pageContext.host;
    connect(host, &PageHost::findRequested, this, &FindPage::open);
    connect(host, &PageHost::workspaceChanged, m_model, &ProposalModel::setWorkspace);
    connect(host, &PageHost::workspaceChanged, m_unrecognised, &UnrecognisedModel::setWorkspace);
    connect(host, &PageHost::workspaceChanged, this, &FindPage::followPreview);
    connect(host, &PageHost::unreachable, this, [this](const QString &why) {
        m_unreachable = why;
        showContent();
    });
    connect(host, &PageHost::proposalEdited, this, [this](const CollectionDefinition &definition) {
        m_model->change(m_changing, definition);
        showSelection();
    });
    showContent();
    showWatch();
}

void FindPage::makeHead(QVBoxLayout *layout)
{
    const PageHead head(tr("Find collections"), layout);
    m_line = head.line;
    m_line->setObjectName(QStringLiteral("findLine"));
    m_scan = new QPushButton(this);
    m_scan->setObjectName(QStringLiteral("findScan"));
    m_watch = new QPushButton(this);
    m_watch->setObjectName(QStringLiteral("findWatch"));
    m_watch->setProperty("role", QStringLiteral("primary"));
    head.tools->addWidget(m_scan);
    head.tools->addWidget(m_watch);
    connect(m_scan, &QPushButton::clicked, this,
            [this] { m_status.isRunning() ? context().discovery->stop() : context().discovery->start(); });
    connect(m_watch, &QPushButton::clicked, this, &FindPage::watch);
}

QWidget *FindPage::makeProposals()
{
    m_table->setObjectName(QStringLiteral("proposals"));
    m_table->setAccessibleName(tr("Collections found"));
    m_table->setTight();
    constexpr Px leastReason{80}; // px; narrower, the names take its room: the panel has the reason, too
    m_table->setWideColumn(static_cast<int>(ProposalModel::Column::Reason), leastReason,
                           static_cast<int>(ProposalModel::Column::Name));
    m_table->setModel(m_filter);
    m_table->setStateName(QStringLiteral("proposals"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(static_cast<int>(ProposalModel::Column::Application), Qt::AscendingOrder);
    auto *tick = new QAction(tr("Watch, or not"), this);
    tick->setObjectName(QStringLiteral("findTick"));
    tick->setShortcut(QKeySequence(Qt::Key_Space));
    tick->setShortcutContext(Qt::WidgetShortcut);
    connect(tick, &QAction::triggered, this, &FindPage::tickSelected);
    auto *change = new QAction(tr("Change…"), this);
    connect(change, &QAction::triggered, this, &FindPage::changeCurrent);
    m_table->addActions({tick, change});
    showActionsAsMenu(m_table);
    m_add = new QPushButton(context().actions == nullptr ? QString() : context().actions->addCollection->text(), this);
    m_add->setObjectName(QStringLiteral("findAdd"));
    if (context().actions != nullptr) {
        connect(m_add, &QPushButton::clicked, context().actions->addCollection, &QAction::trigger);
    }
    m_notice->addBelow(m_add);
    auto *card = new Card(context().theme, this);
    card->setFlush();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    card->body()->addWidget(m_stack);
    return card;
}

QWidget *FindPage::makeUnrecognised()
{
    m_rest->setObjectName(QStringLiteral("unrecognised"));
    m_rest->setAccessibleName(tr("Keys that are not recognised"));
    m_rest->setWideColumn(static_cast<int>(UnrecognisedModel::Column::Template));
    m_rest->setModel(m_unrecognisedFilter);
    m_rest->setStateName(QStringLiteral("unrecognised"));
    m_restCard = new Card(tr("Not recognised"), context().theme, this);
    m_restCard->setObjectName(QStringLiteral("unrecognisedCard"));
    m_restCard->setFlush();
    m_restCard->body()->addWidget(m_rest);
    return m_restCard;
}

QWidget *FindPage::side()
{
    return m_panel;
}

void FindPage::open()
{
    if (m_status.is == Search::NotStarted || m_status.is == Search::Failed) {
        context().discovery->start();
    }
}

void FindPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    followPreview();
}

void FindPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    followPreview();
}

void FindPage::apply(const SnapshotPtr &snapshot)
{
    m_isPast = momentOf(snapshot) != nullptr;
    showWatch();
}

void FindPage::setFilter(const QString &text)
{
    m_filter->setFilterFixedString(text);
    m_unrecognisedFilter->setFilterFixedString(text);
    showContent();
}

void FindPage::setStatus(const DiscoveryStatus &status)
{
    if (status.isRunning() && !m_status.isRunning()) {
        m_isRepeated = m_model->rowCount() > 0;
    }
    m_status = status;
    if (m_status.is == Search::NotStarted) {
        m_model->clear();
    }
    showContent();
}

void FindPage::setDiscovery(const Discovery &discovery)
{
    if (m_isRepeated && m_status.is == Search::Scanning) {
        return; // it has not found again yet what is on screen
    }
    m_discovery = discovery;
    settle();
    m_model->apply(discovery.found, m_table->isHeld());
    m_unrecognised->apply(discovery);
    m_table->showColumn(static_cast<int>(ProposalModel::Column::Change), discovery.earlier.has_value());
    m_rest->showColumn(static_cast<int>(UnrecognisedModel::Column::Change), discovery.earlier.has_value());
    m_table->showColumn(static_cast<int>(ProposalModel::Column::Application), m_model->hasApplications());
    m_table->refit();
    m_rest->refit();
    showContent();
    showSelection();
}

void FindPage::showPreview(const SnapshotPtr &snapshot)
{
    settle();
    m_model->setFigures(*snapshot);
    m_panel->apply(snapshot);
}

/// Lets rows follow their order, unless they must not move.
void FindPage::settle()
{
    if (const bool isFree = !m_table->isHeld(); m_filter->dynamicSortFilter() != isFree) {
        m_filter->setDynamicSortFilter(isFree);
    }
}

void FindPage::showContent()
{
    const bool isRunning = m_status.isRunning();
    m_scan->setText(isRunning ? tr("Stop") : m_status.is == Search::NotStarted ? tr("Look now") : tr("Look again"));
    const bool hasRows = m_model->rowCount() > 0;
    bool offersAdding = false;
    const QString cost =
        tr("Only names, types and sizes of keys are read, and a few elements. It takes at most 10 % of "
           "the server's time, and can be stopped at any time.");
    if (m_status.is == Search::NotStarted) {
        m_notice->say(tr("What is on this server?"),
                      tr("Plimsoll looks through all keys for queues, schedules, leaderboards and other collections, "
                         "and proposes which to watch. %1")
                          .arg(cost));
    } else if (m_status.is == Search::Waiting) {
        m_notice->say(tr("Waiting for the connection…"), m_unreachable);
    } else if (m_status.is == Search::Scanning) {
        m_notice->say(tr("Looking through the keys…"), cost);
    } else if (m_status.is == Search::Failed) {
        m_notice->say(tr("The keys cannot be looked through"), models::asSentence(m_status.error), State::Error);
    } else if (m_discovery.keys == 0 && m_discovery.isStopped) {
        m_notice->say(tr("Stopped"), tr("No key was looked at yet."));
    } else if (m_discovery.keys == 0) {
        offersAdding = true;
        m_notice->say(
            tr("There are no keys"),
            tr("This database of the server is empty. Collections can be added before their keys are there."));
    } else if (!hasRows) {
        offersAdding = true;
        m_notice->say(tr("Nothing recognisable"),
                      tr("%1 looked at: none of the names and contents is like a queue, a schedule, a leaderboard or "
                         "another kind. "
                         "Below is how the keys are named. If one of them is a collection, add it.")
                          .arg(countedKeys(m_discovery.keys)));
    } else {
        m_notice->say(tr("None of them"), tr("No proposal matches the filter."));
    }
    m_add->setVisible(offersAdding && context().actions != nullptr);
    const bool isShown = hasRows && m_filter->rowCount() > 0;
    m_stack->setCurrentWidget(isShown ? static_cast<QWidget *>(m_table) : m_notice);
    if (isShown && hasFocus()) {
        m_table->setFocus(); // for the next key
    }
    m_restCard->setVisible(m_unrecognised->rowCount() > 0);
    m_restCard->setTitle(tr("Not recognised: %1").arg(countedKeys(m_unrecognised->keyCount())));
    showLine();
    showWatch();
}

void FindPage::showLine()
{
    const DiscoveryProgress &progress = m_status.progress;
    const QString time = models::formatDuration(m_status.elapsed);
    QStringList parts;
    QString hover;
    if (m_status.is == Search::Scanning) {
        parts += tr("%1 of %2").arg(models::formatCount(progress.keys), countedKeys(progress.total));
        parts += models::formatShare(progress.share);
        parts += time;
        parts += tr("the server worked %1 for it").arg(workText(progress.cost.server));
    } else if (m_status.is == Search::Failed && m_model->rowCount() > 0) {
        parts += models::asSentence(m_status.error);
    } else if (m_status.is == Search::Ended && m_discovery.keys > 0) {
        if (m_discovery.earlier) {
            parts += changesText(m_discovery);
        }
        const QString keys = tr("%1 in %2").arg(countedKeys(m_discovery.keys), time);
        parts += m_discovery.isStopped ? tr("stopped after %1").arg(keys) : keys;
        if (m_discovery.time.count() > 0) {
            const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch());
            parts += tr("searched %1").arg(models::momentText(m_discovery.time, now));
        }
        parts += tr("the server worked %1 for it").arg(workText(m_discovery.cost.server));
        if (!m_discovery.problems.isEmpty()) {
            parts.prepend(m_discovery.problems.front());
        }
        hover =
            (QStringList{tr("%1 commands, at most %2 for one of them")
                             .arg(models::formatCount(m_discovery.cost.commands), workText(m_discovery.cost.longest))}
             + m_discovery.problems)
                .join(u'\n');
    }
    m_line->setFullText(parts.join(QStringLiteral(" · ")), hover);
}

QString FindPage::whyNotWatched() const
{
    return m_isPast                 ? tr("The past is shown. Escape leads back to what is now.")
        : m_model->wanted().empty() ? tr("Tick the collections to watch.")
                                    : QString();
}

void FindPage::showWatch()
{
    const auto count = static_cast<int>(m_model->wanted().size());
    m_watch->setText(count == 0       ? tr("Watch")
                         : count == 1 ? tr("Watch 1 collection")
                                      : tr("Watch %1 collections", nullptr, count).arg(models::formatCount(count)));
    const QString why = whyNotWatched();
    m_watch->setEnabled(why.isEmpty());
    m_watch->setToolTip(why);
    m_watch->setAccessibleDescription(why);
}

int FindPage::currentRow() const
{
    const QModelIndex chosen = m_table->chosenRow();
    return chosen.isValid() ? m_filter->mapToSource(chosen).row() : -1;
}

void FindPage::showSelection()
{
    const int row = currentRow();
    m_panel->show(row < 0 ? nullptr : &m_model->row(row));
    followPreview();
}

/// Previews what is known by its keys, and of what has to be searched for the selected one only.
void FindPage::followPreview()
{
    std::vector<CollectionDefinition> wanted;
    const int current = currentRow();
    for (int row = 0; isVisible() && row < m_model->rowCount(); ++row) {
        const models::ProposalRow &proposal = m_model->row(row);
        if (row == current || (!proposal.isWatched && proposal.proposal.definition.foundRole() == nullptr)) {
            wanted.push_back(proposal.proposal.definition);
        }
    }
    if (wanted != m_previewed) {
        m_previewed = wanted;
        context().discovery->preview(wanted);
    }
}

void FindPage::watch()
{
    if (whyNotWatched().isEmpty()) {
        emit context().host->watchRequested(m_model->wanted());
    }
}

void FindPage::changeCurrent()
{
    const int row = currentRow();
    if (row >= 0 && !m_model->row(row).isWatched) {
        m_changing = m_model->row(row).id;
        emit context().host->proposalEditRequested(m_model->row(row).proposal.definition,
                                                   m_model->otherNames(m_changing));
    }
}

void FindPage::tickSelected()
{
    QModelIndexList rows;
    bool areAll = true;
    for (const QModelIndex &index : m_table->selectedRows()) {
        rows += m_filter->mapToSource(index);
        areAll = areAll && ProposalModel::isWanted(m_model->row(rows.back().row()));
    }
    m_model->tick(rows, !areAll);
}

} // namespace plimsoll::views

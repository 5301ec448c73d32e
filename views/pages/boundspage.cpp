// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/boundspage.h"

#include "models/history/history.h"
#include "models/rows/bigkeysmodel.h"
#include "models/rows/boundsmodel.h"
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "redis/types/plural.h"
#include "views/charts/treemap.h"
#include "views/operations/offeraction.h"
#include "views/page/discoveryservice.h"
#include "views/page/pagehead.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QAction>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace plimsoll::views {

namespace {

using models::BoundsModel;
using models::BoundsRow;
using models::BoundVerdict;

constexpr auto measuredEvery = std::chrono::milliseconds(60'000);
constexpr auto judgedEvery = std::chrono::milliseconds(10'000); // while the page is hidden
constexpr auto memoryShownEvery = std::chrono::milliseconds(10'000);
constexpr std::size_t mostKeysOfTick = 2'000; ///< with more, the largest are looked for no more often than that
constexpr std::size_t mostInTreemap = 40; ///< the others are one part
constexpr qsizetype mostNamed = 20; ///< names below the treemap and in place of the table of keys
constexpr std::size_t mostLookedBack = 100; ///< collections whose recorded growth is read

Offer emptyOffer(const char *name, const QString &title, const QString &missing = {})
{
    Offer offer;
    offer.name = QString::fromLatin1(name);
    offer.title = title;
    offer.missing = missing;
    return offer;
}

std::size_t keysIn(const Snapshot &snapshot)
{
    std::size_t keys = snapshot.parts.size();
    for (const Snapshot::Row &row : snapshot.rows) {
        keys += row.found == nullptr ? 0 : row.found->first.size();
    }
    return keys;
}

/// "a, b, 3 more"
QString fewOf(QStringList names)
{
    if (names.size() > mostNamed) {
        const qsizetype more = names.size() - mostNamed;
        names = names.first(mostNamed) + QStringList(BoundsPage::tr("%1 more", nullptr, pluralOf(more)).arg(more));
    }
    return names.join(QStringLiteral(", "));
}

/// The offer of the kind with this action, under the name and title of `shown`.
Offer offerFor(const Snapshot &snapshot, const BoundsRow &row, Action action, Offer offered)
{
    if (!row.collection) {
        offered.missing =
            BoundsPage::tr("Only watched collections can be changed. Add it in “Find collections” first.");
        return offered;
    }
    offered.missing = action == Action::Trim ? BoundsPage::tr("This kind of collection has no order to trim by.")
                                             : BoundsPage::tr("The keys of this kind of collection must not expire.");
    const CollectionOffers all = collectionOffers(snapshot, *row.collection);
    for (const auto *offers : {&all.buttons, &all.menu}) {
        for (const Offer &offer : *offers) {
            if (offer.request.action == action) {
                offered.request = offer.request;
                offered.missing = offer.missing;
                offered.destructive = offer.destructive;
                return offered;
            }
        }
    }
    return offered;
}

} // namespace

BoundsPage::BoundsPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_model(new BoundsModel(pageContext.history, &m_memory, this)),
      m_filter(new QSortFilterProxyModel(this)), m_table(new TableView(pageContext.theme, this)),
      m_notice(new Notice(pageContext.theme, this)), m_stack(new QStackedWidget(this)),
      m_keys(new models::BigKeysModel(this)), m_keyTable(new TableView(pageContext.theme, this)),
      m_keyNotice(new Notice(pageContext.theme, this)), m_keyStack(new QStackedWidget(this)),
      m_treemap(new Treemap(pageContext.theme, this)), m_unmeasured(new ElidedLabel(this)),
      m_trim(new OfferAction(emptyOffer("boundsTrim", tr("Trim…")), pageContext, this)),
      m_setExpiry(new OfferAction(emptyOffer("boundsExpiry", tr("Set expiry…")), pageContext, this))
{
    setObjectName(QStringLiteral("boundsPage"));
    auto *layout = new QVBoxLayout(this);
    makeHead(layout);
    makeTable();
    auto *card = new Card(pageContext.theme, this);
    card->setFlush();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    card->body()->addWidget(m_stack);
    layout->addWidget(card, 3);
    layout->addWidget(makeMemory(), 2);
    setFocusPolicy(Qt::ClickFocus); // it has the focus until there are rows

    const PageHost *host = pageContext.host;
    connect(host, &PageHost::keysSampled, this, &BoundsPage::takeSizes);
    connect(host, &PageHost::workspaceChanged, this, &BoundsPage::setWorkspace);
    connect(host, &PageHost::unreachable, this, [this](const QString &why) {
        m_unreachable = why;
        showContent();
    });
    connect(pageContext.history, &models::History::pastRead, this, &BoundsPage::refresh);
    connect(pageContext.discovery, &DiscoveryService::found, this, [this](const Discovery &discovery) {
        m_model->setDiscovery(discovery);
        showContent();
    });
    showContent();
    showSelection();
}

void BoundsPage::makeHead(QVBoxLayout *layout)
{
    const PageHead head(tr("Bounds"), layout);
    m_line = head.line;
    m_line->setObjectName(QStringLiteral("boundsLine"));
    auto *trim = new QPushButton(this);
    m_trim->drive(trim);
    auto *expiry = new QPushButton(this);
    m_setExpiry->drive(expiry);
    m_approve = new QPushButton(tr("Approve…"), this);
    m_approve->setObjectName(QStringLiteral("boundsApprove"));
    m_setBound = new QPushButton(tr("Set bound…"), this);
    m_setBound->setObjectName(QStringLiteral("boundsSet"));
    for (QPushButton *button : {trim, expiry, m_approve, m_setBound}) {
        head.tools->addWidget(button);
    }
    connect(m_approve, &QPushButton::clicked, this, [this] { editBound(true); });
    connect(m_setBound, &QPushButton::clicked, this, [this] { editBound(false); });
}

void BoundsPage::makeTable()
{
    m_filter->setSourceModel(m_model);
    m_filter->setFilterRole(models::FilterRole);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setSortRole(models::SortRole);
    m_table->setObjectName(QStringLiteral("bounds"));
    m_table->setAccessibleName(tr("Collections and what bounds them"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTight();
    m_table->setWideColumn(static_cast<int>(BoundsModel::Column::Bound));
    m_table->setModel(m_filter);
    m_table->keepRoom(static_cast<int>(BoundsModel::Column::Verdict),
                      {models::verdictText(BoundVerdict::Growing), models::verdictText(BoundVerdict::Beyond)});
    m_table->setStateName(QStringLiteral("bounds"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(static_cast<int>(BoundsModel::Column::Verdict), Qt::DescendingOrder);
    auto *setBound = new QAction(m_setBound->text(), this);
    connect(setBound, &QAction::triggered, this, [this] { editBound(false); });
    auto *approve = new QAction(m_approve->text(), this);
    connect(approve, &QAction::triggered, this, [this] { editBound(true); });
    m_table->addActions({setBound, approve, m_trim, m_setExpiry});
    showActionsAsMenu(m_table);
    connect(m_table, &TableView::currentMoved, this, &BoundsPage::showSelection);
    connect(m_table, &TableView::opened, this, [this] {
        const BoundsRow *row = current();
        if (row != nullptr && row->collection) {
            emit context().host->collectionRequested(*row->collection);
        } else if (row != nullptr) {
            emit context().host->findRequested();
        }
    });
}

QWidget *BoundsPage::makeMemory()
{
    m_keyTable->setObjectName(QStringLiteral("bigKeys"));
    m_keyTable->setAccessibleName(tr("Largest keys"));
    m_keyTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_keyTable->setTight();
    constexpr Px leastName{80};
    m_keyTable->setWideColumn(static_cast<int>(models::BigKeysModel::Column::Collection), leastName);
    m_keyTable->setModel(m_keys);
    m_keyTable->setStateName(QStringLiteral("bigKeys"));
    m_keyTable->setUnsortedReason(tr("The largest keys are listed first."));
    connect(m_keyTable, &TableView::opened, this, [this](const QModelIndex &index) {
        emit context().host->collectionRequested(m_keys->collectionAt(index.row()));
    });
    m_treemap->setObjectName(QStringLiteral("boundsTreemap"));
    m_treemap->setAccessibleName(tr("Memory by collection"));
    connect(m_treemap, &Treemap::clicked, this, &BoundsPage::select);
    m_unmeasured->setObjectName(QStringLiteral("boundsUnmeasured"));
    m_unmeasured->setProperty("role", QStringLiteral("secondary"));
    m_unmeasured->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // takes the room that others leave
    m_unmeasured->hide();
    m_below = new QWidget(this);
    auto *row = new QHBoxLayout(m_below);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::cardGap);
    auto *keys = new Card(tr("Largest keys"), context().theme, this);
    keys->setFlush();
    m_keyNotice->setObjectName(QStringLiteral("bigKeysNotice"));
    m_keyStack->addWidget(m_keyTable);
    m_keyStack->addWidget(m_keyNotice);
    keys->body()->addWidget(m_keyStack);
    auto *memory = new Card(tr("Memory by collection"), context().theme, this);
    memory->body()->addWidget(m_treemap, 1);
    memory->body()->addWidget(m_unmeasured);
    row->addWidget(keys, 3);
    row->addWidget(memory, 2);
    return m_below;
}

void BoundsPage::showKeys()
{
    m_keys->apply(*m_snapshot, m_memory);
    m_keyTable->showColumn(static_cast<int>(models::BigKeysModel::Column::Uses), m_keys->hasUses());
    m_keyTable->refit();
    sayWhyNoKeys();
    m_keyStack->setCurrentWidget(m_keys->rowCount() > 0 ? static_cast<QWidget *>(m_keyTable) : m_keyNotice);
}

/// That there are no keys is known only if every search has ended and every collection could be read.
void BoundsPage::sayWhyNoKeys()
{
    QStringList unread;
    bool isSearching = false;
    const WorkspacePtr &workspace = m_snapshot->layout->workspace;
    for (std::size_t i = 0; i < m_snapshot->size() && m_keys->rowCount() == 0; ++i) {
        const Snapshot::Row &row = m_snapshot->rows[i];
        if (row.state == State::Error) {
            unread += m_snapshot->layout->rows[i].name;
        } else if (workspace != nullptr && workspace->collections[i].foundRole() != nullptr) {
            isSearching = isSearching || row.found == nullptr || !row.found->isWhole() || row.found->unread > 0;
        }
    }
    if (!unread.isEmpty()) {
        m_keyNotice->say(tr("Unknown which keys exist"), tr("Could not be read: %1").arg(fewOf(unread)));
    } else if (isSearching) {
        m_keyNotice->say(tr("Searching for keys…"), {});
    } else {
        m_keyNotice->say(tr("No keys"),
                         tr("The keys of watched collections are listed here as soon as they hold something, the "
                            "largest first."));
    }
}

void BoundsPage::showMemory()
{
    m_memoryShown.start();
    std::vector<const BoundsRow *> rows;
    QStringList unmeasured;
    double known = 0;
    for (const BoundsRow &row : m_model->rows()) {
        if (row.memory.bytes > 0) {
            rows.push_back(&row);
            known += row.memory.bytes;
        } else if (!isKnown(row.memory.bytes) && row.size > 0) {
            unmeasured += row.name;
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const BoundsRow *a, const BoundsRow *b) { return a->memory.bytes > b->memory.bytes; });
    std::vector<Treemap::Part> parts;
    for (std::size_t i = 0; i < std::min(rows.size(), mostInTreemap); ++i) {
        parts.push_back(
            {rows[i]->name, models::memoryText(rows[i]->memory), rows[i]->memory.bytes, models::severityOf(*rows[i])});
    }
    if (rows.size() > mostInTreemap) {
        double bytes = 0;
        for (std::size_t i = mostInTreemap; i < rows.size(); ++i) {
            bytes += rows[i]->memory.bytes;
        }
        const auto others = static_cast<qint64>(rows.size() - mostInTreemap);
        parts.push_back({tr("%1 others", nullptr, pluralOf(others)).arg(models::formatCount(others)),
                         models::formatBytes(static_cast<qint64>(bytes)), bytes, State::Ok});
    }
    const std::vector<NodeState> &nodes = m_snapshot->server.nodes;
    const bool isOne = nodes.size() == 1 && nodes.front().error.isEmpty();
    if (const auto all = isOne ? nodes.front().info.keyMemory : std::nullopt;
        all && static_cast<double>(*all) > known) {
        const double rest = static_cast<double>(*all) - known;
        parts.push_back({tr("not measured"), models::estimateText(models::formatBytes(static_cast<qint64>(rest)), true),
                         rest, State::Ok, true});
    }
    m_treemap->setParts(std::move(parts));
    m_unmeasured->setVisible(!unmeasured.isEmpty());
    m_unmeasured->setFullText(tr("Not measured: %1").arg(fewOf(unmeasured)));
}

void BoundsPage::select(const QString &collection)
{
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        if (index.data(models::IdRole).toString() == collection) {
            m_table->selectRow(row);
            m_table->scrollTo(index);
            return;
        }
    }
}

void BoundsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    measureIfDue();
}

void BoundsPage::setWorkspace(const WorkspacePtr &workspace)
{
    const WorkspacePtr before = std::exchange(m_workspace, workspace);
    if (workspace == nullptr || before == nullptr || !before->connection.isSameServer(workspace->connection)) {
        m_memory.clear();
        m_measured.invalidate();
        m_isMeasuring = false;
        m_trouble.clear();
    }
}

void BoundsPage::apply(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    m_isPast = momentOf(snapshot) != nullptr;
    measureIfDue();
    refresh();
}

std::vector<State> BoundsPage::judge(const SnapshotPtr &snapshot)
{
    if (!isVisible() && (!m_judged.isValid() || m_judged.hasExpired(judgedEvery.count()))) {
        m_judged.start();
        m_model->apply(snapshot);
    }
    std::vector<State> states;
    for (const BoundsRow &row : m_model->rows()) {
        const State state = row.collection ? models::severityOf(row) : State::Ok;
        if (isTrouble(state)) {
            states.push_back(state);
        }
    }
    return states;
}

void BoundsPage::refresh()
{
    if (m_snapshot == nullptr || m_isPast) {
        showContent();
        return;
    }
    // Lets rows follow their order, unless they must not move.
    if (const bool isFree = !m_table->isHeld(); m_filter->dynamicSortFilter() != isFree) {
        m_filter->setDynamicSortFilter(isFree);
    }
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < std::min(m_snapshot->size(), mostLookedBack); ++row) {
        rows.push_back(row);
    }
    context().history->lookBack(rows, models::Span::Day);
    m_model->apply(m_snapshot);
    m_table->refit();
    const bool isDue =
        m_keys->rowCount() == 0 || !m_memoryShown.isValid() || m_memoryShown.hasExpired(memoryShownEvery.count());
    if (isDue || keysIn(*m_snapshot) <= mostKeysOfTick) {
        showKeys();
    }
    if (isDue) {
        showMemory();
    }
    showContent();
    showSelection();
}

/// Asks for the memory of the next keys, a minute after the last answer. An answer that was lost is not waited for.
void BoundsPage::measureIfDue()
{
    const bool isDue = !m_measured.isValid() ? !m_isMeasuring : m_measured.hasExpired(measuredEvery.count());
    if (!isDue || !isVisible() || m_snapshot == nullptr || m_isPast || !context().host->closed().isEmpty()) {
        return;
    }
    m_memory.setUnwatched(m_model->unwatchedKeys());
    KeySizesRequest request{m_memory.next(*m_snapshot),
                            m_snapshot->server.summary().maxMemoryPolicy.endsWith(QLatin1String("lfu"))};
    if (request.keys.empty()) {
        return;
    }
    m_isMeasuring = true;
    m_measured.start();
    emit context().host->keySizesWanted(request);
}

void BoundsPage::takeSizes(const KeySizes &sizes)
{
    m_isMeasuring = false;
    m_measured.start();
    m_memory.take(sizes);
    m_trouble = sizes.error ? models::asSentence(sizes.error->message) : QString();
    m_memoryShown.invalidate();
    refresh();
}

void BoundsPage::setOld(bool old)
{
    m_model->setStale(old);
}

void BoundsPage::setFilter(const QString &text)
{
    m_filter->setFilterFixedString(text);
    showContent();
}

void BoundsPage::showContent()
{
    if (m_isPast) {
        m_notice->say(tr("Growth and memory are not recorded"), tr("Escape returns to live."));
    } else if (m_snapshot == nullptr) {
        m_notice->say(tr("Waiting for the connection…"), m_unreachable);
    } else if (m_model->rowCount() == 0) {
        m_notice->say(tr("No collections are watched"),
                      tr("Add some: here is then what keeps each of them from growing for ever, and which does."));
    } else {
        m_notice->say(tr("No matches"), tr("No collection matches the filter."));
    }
    const bool isShown = !m_isPast && m_snapshot != nullptr && m_filter->rowCount() > 0;
    m_below->setVisible(!m_isPast && m_snapshot != nullptr && m_model->rowCount() > 0);
    m_stack->setCurrentWidget(isShown ? static_cast<QWidget *>(m_table) : m_notice);
    showLine();
}

void BoundsPage::showLine()
{
    QStringList parts;
    if (!m_isPast && m_snapshot != nullptr && m_model->rowCount() > 0) {
        const int growing = m_model->count(BoundVerdict::Growing);
        const int beyond = m_model->count(BoundVerdict::Beyond);
        const int notYet = m_model->unknownGrowth();
        const int unknown = m_model->count(BoundVerdict::Unknown);
        if (growing > 0) {
            parts += tr("%1 growing without a bound", nullptr, growing).arg(models::formatCount(growing));
        }
        if (beyond > 0) {
            parts += tr("%1 beyond the bound", nullptr, beyond).arg(models::formatCount(beyond));
        }
        if (notYet > 0) {
            parts += tr("%1 without a bound, growth not known yet", nullptr, notYet).arg(models::formatCount(notYet));
        }
        if (unknown > 0) {
            parts += tr("%1 unknown", nullptr, unknown).arg(models::formatCount(unknown));
        }
        const bool isAll = m_model->count(BoundVerdict::NotWatched) == 0;
        if (growing + beyond + notYet + unknown == 0 && m_snapshot->size() > 0) {
            parts += isAll ? tr("nothing grows without a bound") : tr("nothing that is watched grows without a bound");
        }
        const ServerInfo &server = m_snapshot->server.summary();
        const double used = static_cast<double>(server.usedMemory.value_or(0));
        const double limit = static_cast<double>(server.maxMemory.value_or(0));
        if (server.usedMemory && limit > 0) {
            parts += tr("memory %1 of %2")
                         .arg(models::formatBytes(*server.usedMemory), models::formatBytes(*server.maxMemory));
            parts += models::memoryForecast(context().history->memoryRate(), used, limit);
        } else if (server.usedMemory && server.maxMemory) {
            parts += tr("memory %1, no maxmemory").arg(models::formatBytes(*server.usedMemory));
        }
        parts += m_trouble;
    }
    parts.removeAll(QString());
    m_line->setFullText(parts.join(QStringLiteral(" · ")));
}

const BoundsRow *BoundsPage::current() const
{
    const QModelIndex chosen = m_table->chosenRow();
    return chosen.isValid() && !m_isPast ? &m_model->row(m_filter->mapToSource(chosen).row()) : nullptr;
}

std::optional<std::size_t> BoundsPage::currentCollection() const
{
    const BoundsRow *row = current();
    return row == nullptr ? std::nullopt : row->collection;
}

void BoundsPage::showSelection()
{
    const BoundsRow *row = current();
    const QString none = tr("Select a collection first.");
    Offer trim = emptyOffer("boundsTrim", tr("Trim…"), none);
    Offer expiry = emptyOffer("boundsExpiry", tr("Set expiry…"), none);
    if (row != nullptr) {
        trim = offerFor(*m_snapshot, *row, Action::Trim, std::move(trim));
        // Beyond its bound, it is cut to that.
        trim.request.toBound = row->verdict == BoundVerdict::Beyond && row->bound && !row->bound->ttl;
        expiry = offerFor(*m_snapshot, *row, Action::SetExpiry, std::move(expiry));
    }
    m_trim->setOffer(std::move(trim));
    m_setExpiry->setOffer(std::move(expiry));
    const bool isWatched = row != nullptr && row->collection;
    const QString why = isWatched ? QString() : row == nullptr ? none : m_trim->offer().missing;
    for (QPushButton *button : {m_approve, m_setBound}) {
        button->setEnabled(isWatched);
        button->setToolTip(why);
        button->setAccessibleDescription(why);
    }
    emit currentChanged();
}

void BoundsPage::editBound(bool approve)
{
    if (const auto collection = currentCollection()) {
        emit context().host->boundEditRequested(*collection, approve);
    }
}

} // namespace plimsoll::views

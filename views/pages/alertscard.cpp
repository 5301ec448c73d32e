// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/alertscard.h"

#include "models/text/format.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/theme/wheel.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace plimsoll::views {

using models::AlertModel;
using std::chrono::milliseconds;

namespace {

using Shows = AlertModel::Shows;
using AlertColumn = AlertModel::Column;

constexpr Px leastWhat{172}; // px; "1,200 ready, limit 1,000"
constexpr int rowsMeasured = 50; // for the width of a column
constexpr Px leastWithTaken{560};
constexpr Px leastWithTrend{640}; // px; width of the card

enum class Taken { All, Open, Acknowledged, Muted };
constexpr std::array takens{Taken::All, Taken::Open, Taken::Acknowledged, Taken::Muted};
/// Age limits of past alerts; zero for no limit.
constexpr std::array<std::chrono::hours, 4> reaches{std::chrono::hours(24), std::chrono::hours(24 * 7),
                                                    std::chrono::hours(24 * 30), std::chrono::hours(0)};

bool isOf(const Alert &alert, Taken taken, milliseconds now)
{
    switch (taken) {
    case Taken::All:
        return true;
    case Taken::Open:
        return !alert.isTaken(now);
    case Taken::Acknowledged:
        return alert.acknowledged.has_value();
    case Taken::Muted:
        return alert.isMuted(now);
    }
    return true;
}

bool isWithin(const Alert &alert, std::chrono::hours reach, milliseconds now)
{
    return reach == std::chrono::hours(0) || alert.cleared.value_or(now) >= now - reach;
}

} // namespace

/// Applies the filters, and keeps the visible rows while rows are held.
class AlertsCard::Filter final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    Taken taken = Taken::All;
    std::optional<std::chrono::hours> reach;
    QString collection; ///< alertAbout(); null for all
    QString text;
    milliseconds now{};
    std::set<QString> held;

    void again() { invalidateFilter(); }
    /// Stops fetching once the oldest alert is beyond the age limit.
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override
    {
        const auto *model = qobject_cast<const AlertModel *>(sourceModel());
        const int rows = model->rowCount();
        return QSortFilterProxyModel::canFetchMore(parent)
            && (!reach || (rows > 0 && isWithin(model->alertAt(rows - 1), *reach, now)));
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &) const override
    {
        const auto *model = qobject_cast<const AlertModel *>(sourceModel());
        const Alert &alert = model->alertAt(row);
        if (held.contains(alert.id)) {
            return true;
        }
        const bool isChosen = reach ? isWithin(alert, *reach, now) : isOf(alert, taken, now);
        return isChosen && (collection.isNull() || models::alertAbout(alert.subject) == collection)
            && (text.isEmpty()
                || model->index(row, 0).data(AlertModel::FilterRole).toString().contains(text, Qt::CaseInsensitive));
    }
};

std::vector<std::size_t> AlertsCard::shownCourses() const
{
    std::set<std::size_t> rows; // sorted, so that the query is independent of display order
    const int first = std::max(0, m_table->rowAt(0));
    const int below = m_table->rowAt(m_table->viewport()->height() - 1);
    for (int row = first; row < (below < 0 ? m_filter->rowCount() : below + 1); ++row) {
        if (const int of = m_model->courseOf(m_filter->mapToSource(m_filter->index(row, 0)).row()); of >= 0) {
            rows.insert(static_cast<std::size_t>(of));
        }
    }
    return {rows.begin(), rows.end()};
}

AlertsCard::AlertsCard(Shows shows, Theme *theme, QWidget *parent)
    : Card(theme, parent), m_model(new AlertModel(shows, this)), m_filter(new Filter(this)),
      m_table(new TableView(theme, this)), m_stack(new QStackedWidget(this)), m_notice(new Notice(theme, this)),
      m_which(new QComboBox(this)), m_collection(new QComboBox(this)), m_hint(new ElidedLabel(this)), m_shows(shows)
{
    const bool isActive = shows == Shows::Active;
    const QString name = isActive ? QStringLiteral("activeAlerts") : QStringLiteral("pastAlerts");
    m_filter->setSourceModel(m_model);
    m_table->setObjectName(name);
    m_table->setAccessibleName(isActive ? tr("Active alerts") : tr("Past alerts"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setWideColumn(m_model->columnOf(AlertColumn::What), leastWhat);
    m_table->setModel(m_filter);
    m_table->setStateName(name);
    m_table->setUnsortedReason(isActive ? tr("Worst first; among equals, unacknowledged ones first.")
                                        : tr("Most recently resolved first."));

    m_which->setObjectName(name + QStringLiteral("Which"));
    m_which->setAccessibleName(isActive ? tr("Which active alerts") : tr("Which past alerts"));
    m_collection->setObjectName(name + QStringLiteral("Collection"));
    m_collection->setAccessibleName(tr("Collection"));
    m_collection->addItem(tr("every collection"));
    m_hint->setProperty("role", QStringLiteral("secondary"));
    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(Px(10), Px(8), Px(10), Px(2));
    row->setSpacing(Px(8));
    row->addWidget(m_which);
    row->addWidget(m_collection);
    row->addWidget(m_hint, 1);
    setFlush();
    body()->addLayout(row);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    body()->addWidget(m_stack, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    setMinimumHeight(Px(118));

    for (QComboBox *box : {m_which, m_collection}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(13);
        connect(box, &QComboBox::activated, this, &AlertsCard::choose);
    }
    fillChoices();
    connect(m_table, &TableView::currentMoved, this, &AlertsCard::selectionChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AlertsCard::selectionChanged);
    connect(m_table, &TableView::opened, this, &AlertsCard::opened);
    connect(m_model, &AlertModel::moreWanted, this, &AlertsCard::moreWanted);
    choose();
}

void AlertsCard::resizeEvent(QResizeEvent *event)
{
    fitWhat();
    Card::resizeEvent(event);
}

/// Gives figures and limits the room that they need, which comes before their course.
void AlertsCard::fitWhat()
{
    constexpr Px padding{24};
    constexpr Px most{320};
    int longest = leastWhat;
    const int column = m_model->columnOf(AlertColumn::What);
    for (int row = 0; row < std::min(m_filter->rowCount(), rowsMeasured); ++row) {
        const QString text = m_filter->index(row, column).data().toString();
        longest = std::max(longest, m_table->fontMetrics().horizontalAdvance(text) + padding);
    }
    longest = std::min<int>(longest, most);
    if (longest > m_what) { // never less: columns stay where they are
        m_what = longest;
        m_table->setWideColumn(column, longest);
    }
    if (m_shows == Shows::Active) {
        // The panel next to it says who acknowledged the selected alert; the column of the state needs the room.
        m_table->showColumn(m_model->columnOf(AlertColumn::Taken), width() >= leastWithTaken);
        m_table->showColumn(m_model->columnOf(AlertColumn::Trend),
                            width() >= leastWithTrend + std::max(0, m_what - leastWhat));
    }
}

bool AlertsCard::isHeld() const
{
    return m_table->isHeld();
}

void AlertsCard::show(const std::vector<Alert> &alerts, bool areNew, const SnapshotPtr &snapshot,
                      const models::History *history)
{
    m_now = snapshot == nullptr ? m_now : snapshot->serverTime;
    m_filter->now = m_now;
    const bool held = !std::exchange(m_isReleased, false) && isHeld();
    if (areNew) {
        m_alerts = alerts;
    } else if (m_shows == Shows::Past && !m_wasHeld) {
        return; // past alerts do not change with a snapshot
    }
    m_wasHeld = held;
    std::set<QString> shown;
    for (int row = 0; held && row < m_filter->rowCount(); ++row) {
        shown.insert(m_filter->index(row, 0).data(AlertModel::IdRole).toString());
    }
    const bool isOther = m_filter->held != shown;
    m_filter->held = std::move(shown);
    m_model->apply(alerts, snapshot, history, held);
    if (isOther && !held) {
        m_filter->again();
    }
    fillChoices();
    fillCollections(alerts);
    showContent();
    if (!held) {
        fitWhat();
    }
}

void AlertsCard::append(const QString &before, const std::vector<Alert> &older)
{
    m_model->append(before, older);
    for (const Alert &alert : older) {
        m_names.insert(models::alertAbout(alert.subject));
    }
    fillChoices();
    fillCollections(m_alerts);
    showContent();
}

void AlertsCard::setLosses(const std::vector<Alert> &losses)
{
    m_model->setLosses(losses);
}

void AlertsCard::setResolved(const std::vector<Alert> &resolved)
{
    m_model->setResolved(resolved);
}

void AlertsCard::setOperations(const std::vector<OperationReport> &operations)
{
    m_model->setOperations(operations);
}

/// Updates the counts in the filter and keeps the choice.
void AlertsCard::fillChoices()
{
    const QSignalBlocker quiet(m_which);
    QStringList texts;
    const auto count = [this](auto isIt) {
        return models::formatCount(std::count_if(m_alerts.begin(), m_alerts.end(), isIt));
    };
    const auto countPast = [this](std::chrono::hours reach) {
        int there = 0;
        bool isLastThere = false;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            isLastThere = isWithin(m_model->alertAt(row), reach, m_now);
            there += isLastThere ? 1 : 0;
        }
        const QString text = models::formatCount(there);
        return isLastThere && m_model->hasMore() ? QStringLiteral("≥ ") + text : text;
    };
    if (m_shows == Shows::Active) {
        const std::array titles{tr("active (%1)"), tr("unacknowledged (%1)"), tr("acknowledged (%1)"),
                                tr("muted (%1)")};
        for (std::size_t i = 0; i < takens.size(); ++i) {
            texts += titles.at(i).arg(count([&](const Alert &alert) { return isOf(alert, takens.at(i), m_now); }));
        }
    } else {
        const std::array titles{tr("past 24 h (%1)"), tr("past 7 days (%1)"), tr("past 30 days (%1)"),
                                tr("past, all (%1)")};
        for (std::size_t i = 0; i < reaches.size(); ++i) {
            texts += titles.at(i).arg(countPast(reaches.at(i)));
        }
    }
    for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
        if (i >= m_which->count()) {
            m_which->addItem(texts[i]);
        } else if (m_which->itemText(i) != texts[i]) {
            m_which->setItemText(i, texts[i]);
        }
    }
}

void AlertsCard::fillCollections(const std::vector<Alert> &alerts)
{
    std::set<QString> names = m_names;
    for (const Alert &alert : alerts) {
        names.insert(models::alertAbout(alert.subject));
    }
    if (!m_filter->collection.isNull()) {
        names.insert(m_filter->collection); // the current choice stays available
    }
    QStringList next(names.begin(), names.end());
    QStringList before;
    for (int i = 1; i < m_collection->count(); ++i) {
        before += m_collection->itemText(i);
    }
    if (next == before || m_collection->view()->isVisible()) {
        return;
    }
    const QSignalBlocker quiet(m_collection);
    while (m_collection->count() > 1) {
        m_collection->removeItem(1);
    }
    m_collection->addItems(next);
    m_collection->setCurrentIndex(
        m_filter->collection.isNull() ? 0 : 1 + static_cast<int>(next.indexOf(m_filter->collection)));
}

void AlertsCard::choose()
{
    const auto which = static_cast<std::size_t>(std::max(0, m_which->currentIndex()));
    if (m_shows == Shows::Active) {
        m_filter->taken = takens.at(which);
    } else {
        m_filter->reach = reaches.at(which);
    }
    m_filter->collection = m_collection->currentIndex() <= 0 ? QString() : m_collection->currentText();
    m_filter->held.clear();
    m_filter->again();
    showContent();
}

void AlertsCard::setFilter(const QString &text)
{
    m_filter->text = text;
    m_filter->held.clear();
    m_filter->again();
    showContent();
}

void AlertsCard::setEmpty(const QString &heading, const QString &text, State state)
{
    m_emptyHeading = heading;
    m_emptyText = text;
    m_emptyState = state;
    showContent();
}

void AlertsCard::setHint(const QString &text)
{
    m_hint->setFullText(text);
}

void AlertsCard::showContent()
{
    const bool any = m_filter->rowCount() > 0;
    if (!any && m_filter->canFetchMore({})) {
        m_filter->fetchMore({}); // older alerts may match
    }
    if (!any && m_model->rowCount() > 0) {
        m_notice->say(tr("No matches"), tr("No alert matches the choices above or the filter."));
    } else if (!any) {
        m_notice->say(m_emptyHeading, m_emptyText, m_emptyState);
    }
    m_stack->setCurrentWidget(any ? static_cast<QWidget *>(m_table) : m_notice);
}

bool AlertsCard::select(const QString &alert)
{
    const QModelIndex source = m_model->index(m_model->rowOf(alert), 0);
    if (!source.isValid()) {
        return false;
    }
    if (!m_filter->mapFromSource(source).isValid()) { // reset filters that hide it
        m_which->setCurrentIndex(m_shows == Shows::Active ? 0 : m_which->count() - 1);
        m_collection->setCurrentIndex(0);
        choose();
    }
    const QModelIndex index = m_filter->mapFromSource(source);
    if (index.isValid()) {
        m_table->selectRow(index.row());
        m_table->scrollTo(index);
    }
    return index.isValid();
}

void AlertsCard::clearSelection()
{
    m_table->clearSelection();
}

QStringList AlertsCard::selected() const
{
    QStringList ids;
    for (const QModelIndex &index : m_table->selectedRows()) {
        ids += index.data(AlertModel::IdRole).toString();
    }
    return ids;
}

const Alert *AlertsCard::current() const
{
    const QModelIndexList rows = m_table->selectedRows();
    if (rows.isEmpty()) {
        return nullptr;
    }
    const QModelIndex here = m_table->currentIndex();
    const bool isSelected = here.isValid() && m_table->selectionModel()->isRowSelected(here.row(), {});
    const int row = isSelected ? m_filter->mapToSource(here).row() : m_filter->mapToSource(rows.back()).row();
    return &m_model->alertAt(row);
}

} // namespace plimsoll::views

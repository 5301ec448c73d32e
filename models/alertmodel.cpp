// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alertmodel.h"

#include "models/columninfo.h"
#include "models/format.h"
#include "models/history.h"
#include "redis/types/alertbegan.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

using AlertColumn = AlertModel::Column;

struct AlertModelWords {
    Q_DECLARE_TR_FUNCTIONS(alerts)
};

constexpr std::array activeColumns{AlertColumn::State, AlertColumn::Collection, AlertColumn::What,
                                   AlertColumn::Trend, AlertColumn::Since,      AlertColumn::Taken};
constexpr std::array pastColumns{AlertColumn::State, AlertColumn::Collection, AlertColumn::What,
                                 AlertColumn::Since, AlertColumn::Lasted,     AlertColumn::Ended};

constexpr int trendPoints = 60;

ColumnInfo infoOf(AlertColumn column, AlertModel::Shows shows)
{
    switch (column) {
    case AlertColumn::State:
        return {QT_TRANSLATE_NOOP("alerts", "state"), false};
    case AlertColumn::Collection:
        return {QT_TRANSLATE_NOOP("alerts", "collection"), false};
    case AlertColumn::What:
        return {QT_TRANSLATE_NOOP("alerts", "what"), false};
    case AlertColumn::Trend:
        return {"", false};
    case AlertColumn::Since:
        return shows == AlertModel::Shows::Active ? ColumnInfo{QT_TRANSLATE_NOOP("alerts", "since"), true}
                                                  : ColumnInfo{QT_TRANSLATE_NOOP("alerts", "began"), true};
    case AlertColumn::Lasted:
        return {QT_TRANSLATE_NOOP("alerts", "lasted"), true};
    case AlertColumn::Taken:
        return {QT_TRANSLATE_NOOP("alerts", "acknowledged by"), false};
    case AlertColumn::Ended:
        return {QT_TRANSLATE_NOOP("alerts", "resolution"), false};
    }
    return {"", false};
}

/// Worst first, then alerts not acknowledged or muted, then newest.
bool comesBefore(const Alert &a, const Alert &b, milliseconds now)
{
    if (a.state != b.state) {
        return a.state > b.state;
    }
    if (a.isTaken(now) != b.isTaken(now)) {
        return b.isTaken(now);
    }
    return a.since > b.since;
}

} // namespace

std::span<const AlertColumn> AlertModel::columns() const
{
    return m_shows == Shows::Active ? std::span<const AlertColumn>(activeColumns)
                                    : std::span<const AlertColumn>(pastColumns);
}

AlertModel::Row AlertModel::made(const Alert &alert) const
{
    Row row;
    row.alert = alert;
    if (m_shows == Shows::Active && m_snapshot != nullptr) {
        row.place = placeOf(alert.subject, *m_snapshot, m_places.value(alert.subject.collection, -1));
    }
    if (m_shows == Shows::Past) {
        return row;
    }
    row.what = alertText(alert, row.place, m_snapshot.get());
    const QString began = momentText(alert.since, m_now);
    if (alert.isActive()) {
        const milliseconds shown = shownSince({alert.state, alert.since, alert.isAtLeast, {}}, m_now);
        row.since = (alert.isAtLeast ? AlertModelWords::tr("%1 · ≥ %2") : AlertModelWords::tr("%1 · %2"))
                        .arg(began, formatDuration(shown));
    } else {
        row.since = AlertModelWords::tr("resolved %1").arg(momentText(*alert.cleared, m_now));
    }
    row.taken = alertTakenText(alert, m_now);
    return row;
}

void AlertModel::apply(const std::vector<Alert> &alerts, const SnapshotPtr &snapshot, const History *history, bool held)
{
    m_snapshot = snapshot;
    m_history = history;
    m_now = snapshot == nullptr ? milliseconds(QDateTime::currentMSecsSinceEpoch()) : snapshot->serverTime;
    if (snapshot != nullptr && m_layout != snapshot->layout) {
        m_layout = snapshot->layout;
        m_places.clear();
        for (int row = 0; row < static_cast<int>(m_layout->rows.size()); ++row) {
            m_places.insert(m_layout->rows[static_cast<std::size_t>(row)].name, row);
        }
    }
    if (m_shows == Shows::Past) {
        applyPast(alerts, held);
        return;
    }
    std::vector<const Alert *> order;
    for (const Alert &alert : alerts) {
        order.push_back(&alert);
    }
    std::stable_sort(order.begin(), order.end(),
                     [this](const Alert *a, const Alert *b) { return comesBefore(*a, *b, m_now); });
    std::vector<Row> next;
    for (std::size_t i = 0; i < std::min(mostRows, order.size()); ++i) {
        next.push_back(made(*order[i]));
    }
    show(std::move(next), held);
}

void AlertModel::setOperations(const std::vector<OperationReport> &operations)
{
    m_operations = operations;
    if (!m_rows.empty()) {
        const int column = columnOf(AlertColumn::Ended);
        emit dataChanged(index(0, std::max(0, column)), index(rowCount() - 1, column < 0 ? columnCount() - 1 : column));
    }
}

void AlertModel::show(std::vector<Row> next, bool held)
{
    if (held) {
        next = inPlaces(m_rows, std::move(next), &Row::key, [this](const Row &row) {
            Alert over = row.alert;
            over.state = State::Ok;
            over.cleared = over.cleared.value_or(m_now);
            return made(over);
        });
    }
    std::vector<QByteArray> keys, before;
    for (const Row &row : next) {
        keys.push_back(row.key());
    }
    for (const Row &row : m_rows) {
        before.push_back(row.key());
    }
    arrange(m_rows, next, originsOf(keys, before), [] {});
    update(m_rows, std::move(next), [](const Row &a, const Row &b) { return isSame(a, b); });
    if (m_shows == Shows::Active && !m_rows.empty()) { // trends change with every tick
        const int column = columnOf(AlertColumn::Trend);
        emit dataChanged(index(0, column), index(rowCount() - 1, column), {TrendRole});
    }
}

void AlertModel::setLosses(const std::vector<Alert> &losses)
{
    m_losses = losses;
    if (const int column = columnOf(AlertColumn::Ended); column >= 0 && !m_rows.empty()) {
        emit dataChanged(index(0, column), index(rowCount() - 1, column));
    }
}

int AlertModel::courseOf(int row) const
{
    const Row &of = m_rows[static_cast<std::size_t>(row)];
    return of.place.hasFigure() && of.alert.isActive() ? of.place.row : -1;
}

int AlertModel::rowOf(const QString &alert) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&alert](const Row &row) { return row.alert.id == alert; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int AlertModel::columnOf(AlertColumn column) const
{
    const auto all = columns();
    const auto found = std::find(all.begin(), all.end(), column);
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int AlertModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AlertModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QString AlertModel::text(const Row &row, AlertColumn column) const
{
    const Alert &alert = row.alert;
    const bool isPast = m_shows == Shows::Past;
    switch (column) {
    case AlertColumn::State:
        return alertStateTitle(m_shows == Shows::Past ? row.alert.worst : row.alert.state);
    case AlertColumn::Collection:
        return alertAbout(row.alert.subject);
    case AlertColumn::What:
        return isPast ? alertText(alert, row.place, m_snapshot.get()) : row.what;
    case AlertColumn::Trend:
        return {};
    case AlertColumn::Since:
        return isPast ? momentText(beganAt(alert), m_now) : row.since;
    case AlertColumn::Lasted:
        return formatDuration(lasted(alert, m_now));
    case AlertColumn::Taken:
        return isPast ? alertTakenText(alert, m_now) : row.taken;
    case AlertColumn::Ended:
        return alertEndedText(alert, m_operations, m_losses);
    }
    return {};
}

QVariant AlertModel::raw(const Row &row, AlertColumn column) const
{
    const Alert &alert = row.alert;
    switch (column) {
    case AlertColumn::Since:
        return qint64{(m_shows == Shows::Past ? beganAt(alert) : alert.cleared.value_or(alert.since)).count()};
    case AlertColumn::Lasted:
        return qint64{lasted(alert, m_now).count()};
    default:
        return {};
    }
}

QString AlertModel::hover(const Row &row, AlertColumn column) const
{
    const Alert &alert = row.alert;
    switch (column) {
    case AlertColumn::Since:
    case AlertColumn::Lasted: {
        const QString began = formatDateTime(m_shows == Shows::Past ? beganAt(alert) : alert.since);
        return alert.cleared  ? AlertModelWords::tr("%1 to %2").arg(began, formatDateTime(*alert.cleared))
            : alert.isAtLeast ? AlertModelWords::tr("since %1 or longer").arg(began)
                              : AlertModelWords::tr("since %1").arg(began);
    }
    case AlertColumn::Taken:
        return alert.acknowledged || alert.isMuted(m_now)
            ? row.taken
            : AlertModelWords::tr("Nobody has acknowledged it, and it is not muted.");
    default:
        return text(row, column);
    }
}

QVector<float> AlertModel::trend(const Row &row) const
{
    if (m_history == nullptr || m_snapshot == nullptr || !row.place.hasFigure() || !row.alert.isActive()) {
        return {};
    }
    const Series series = m_history->figure(static_cast<std::size_t>(row.place.row), row.place.figure, course);
    if (series.points.empty()) {
        return {};
    }
    // Takes the last value of each interval; intervals without one are gaps.
    const milliseconds length = spanLength(course);
    const milliseconds from = std::max(series.points.front().time, m_now - length);
    const milliseconds step = std::max(milliseconds(1), (m_now - from) / trendPoints);
    QVector<float> values(trendPoints, std::numeric_limits<float>::quiet_NaN());
    for (const Series::Point &point : series.points) {
        if (point.time >= from && point.time <= m_now) {
            const auto at = std::min<qsizetype>(trendPoints - 1, (point.time - from) / step);
            values[at] = static_cast<float>(point.value);
        }
    }
    if (series.points.size() < trendPoints) { // fewer points than intervals: draws a line instead of dots
        float last = std::numeric_limits<float>::quiet_NaN();
        for (float &value : values) {
            value = std::isnan(value) ? last : value;
            last = value;
        }
    }
    return values;
}

QVariant AlertModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const AlertColumn column = columns()[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return hover(row, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(infoOf(column, m_shows).number);
    case Qt::AccessibleTextRole:
        return column == AlertColumn::Trend ? QVariant() : QVariant(text(row, column));
    case SortRole:
        return raw(row, column);
    case IdRole:
        return row.alert.id;
    case SeverityRole:
        return static_cast<int>(m_shows == Shows::Past ? State::Ok : row.alert.state);
    case TrendRole:
        return QVariant::fromValue(trend(row));
    case LimitRole:
        return column == AlertColumn::Trend && row.alert.subject.cause == Cause::Level && row.place.limit != nullptr
            ? row.alert.limit
            : unknownFigure;
    case FaintRole:
        return m_shows == Shows::Past ? column == AlertColumn::State : !row.alert.isActive();
    case FilterRole:
        return QStringList{alertAbout(row.alert.subject), text(row, AlertColumn::What), row.alert.subject.figure,
                           alertStateTitle(row.alert.state), text(row, AlertColumn::Taken)}
            .join(u'\n');
    default:
        return {};
    }
}

QVariant AlertModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    return columnHeader(infoOf(columns()[static_cast<std::size_t>(section)], m_shows), "alerts", role);
}

} // namespace plimsoll::models

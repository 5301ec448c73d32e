// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/alertmodel.h"

#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/types/alert.h"

#include <QDateTime>
#include <QSet>

#include <algorithm>
#include <array>
#include <iterator>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

using AlertColumn = AlertModel::Column;

struct AlertModelWords {
    Q_DECLARE_TR_FUNCTIONS(alerts)
};

using AlertShown = ShownColumn<AlertColumn>;

constexpr std::array<AlertShown, 6> activeColumns{AlertColumn::State, AlertColumn::Collection, AlertColumn::What,
                                                  AlertColumn::Trend, AlertColumn::Since,      AlertColumn::Taken};
constexpr std::array<AlertShown, 6> pastColumns{AlertColumn::State,
                                                AlertColumn::Collection,
                                                {AlertColumn::What, QT_TRANSLATE_NOOP("alerts", "at worst")},
                                                {AlertColumn::Since, QT_TRANSLATE_NOOP("alerts", "began")},
                                                AlertColumn::Lasted,
                                                AlertColumn::Ended};

constexpr int trendPoints = 60;

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

AlertModel::AlertModel(Shows shows, QObject *parent)
    : TableModel("alerts", parent), m_shows(shows), m_shown(shows == Shows::Active ? activeColumns : pastColumns)
{
    const bool isPast = shows == Shows::Past;
    const auto time = [this](const AlertRow &row) { return timeTip(row); };
    setColumns({
        {QT_TRANSLATE_NOOP("alerts", "state"),
         isPast ? Cell::Text : Cell::Badge,
         [isPast](auto &row) { return alertStateTitle(isPast ? row.alert.worst : row.alert.state); },
         nullptr,
         nullptr,
         {{StaleRole, [isPast](auto &row) { return isPast || !row.alert.isActive(); }}}},
        {QT_TRANSLATE_NOOP("alerts", "collection"), Cell::Text,
         [](auto &row) { return alertAbout(row.alert.subject); }},
        {QT_TRANSLATE_NOOP("alerts", "what"), Cell::Text, [this](auto &row) { return what(row); }},
        {"",
         Cell::Sparkline,
         nullptr,
         nullptr,
         nullptr,
         {{LimitRole,
           [](auto &row) {
               return row.alert.subject.cause == Cause::Level && row.place.limit != nullptr ? row.alert.limit
                                                                                            : unknownFigure;
           }}}},
        {QT_TRANSLATE_NOOP("alerts", "began"), Cell::Figure,
         [this, isPast](auto &row) { return isPast ? momentText(beganAt(row.alert), m_now) : row.since; },
         [isPast](auto &row) {
             return qint64{(isPast ? beganAt(row.alert) : row.alert.cleared.value_or(beganAt(row.alert))).count()};
         },
         time},
        {QT_TRANSLATE_NOOP("alerts", "lasted"), Cell::Figure,
         [this](auto &row) { return lastedText(row.alert, m_now); },
         [this](auto &row) { return qint64{lasted(row.alert, m_now).count()}; }, time},
        {QT_TRANSLATE_NOOP("alerts", "acknowledged by"), Cell::Text, [this](auto &row) { return taken(row); }, nullptr,
         [this](auto &row) {
             return row.alert.acknowledged || row.alert.isMuted(m_now)
                 ? row.taken
                 : AlertModelWords::tr("Neither acknowledged nor muted.");
         }},
        {QT_TRANSLATE_NOOP("alerts", "resolution"), Cell::Text,
         [this](auto &row) { return alertEndedText(row.alert, m_operations, m_losses); }},
    });
    pickColumns(m_shown);
    showTextsAsTips();
    setRowValues(
        {{IdRole, [](auto &row) { return row.alert.id; }},
         {SeverityRole, [isPast](auto &row) { return static_cast<int>(isPast ? State::Ok : row.alert.state); }},
         {TrendRole, [this](auto &row) { return QVariant::fromValue(trend(row)); }},
         {StaleRole, [isPast](auto &row) { return !isPast && !row.alert.isActive(); }},
         {FilterRole, [this](auto &row) {
              return QStringList{alertAbout(row.alert.subject), what(row), row.alert.subject.figure,
                                 alertStateTitle(row.alert.state), taken(row)}
                  .join(u'\n');
          }}});
}

AlertRow AlertModel::made(const Alert &alert) const
{
    AlertRow row;
    row.alert = alert;
    if (m_shows == Shows::Active && m_snapshot != nullptr) {
        row.place = placeOf(alert.subject, *m_snapshot, m_places.value(alert.subject.collection, -1));
    }
    if (m_shows == Shows::Past) {
        return row;
    }
    row.what = alertText(alert, row.place, m_snapshot.get());
    if (const StateSince level = levelSince(row); alertHasTurned(alert, level.since)) {
        row.what = AlertModelWords::tr("%1, %2").arg(row.what, alertLevelText(level, momentText(level.since, m_now)));
    }
    const milliseconds first = beganAt(alert);
    const QString began = momentText(first, m_now);
    if (alert.isActive()) {
        const milliseconds shown = shownSince({alert.state, first, alert.isAtLeast, {}}, m_now);
        const bool isNew = shown < std::chrono::seconds(1);
        row.since = isNew && alert.isAtLeast ? AlertModelWords::tr("%1 or earlier").arg(began)
            : isNew                          ? began
                    : (alert.isAtLeast ? AlertModelWords::tr("%1 · ≥ %2") : AlertModelWords::tr("%1 · %2"))
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
    order.reserve(alerts.size());
    for (const Alert &alert : alerts) {
        order.push_back(&alert);
    }
    std::stable_sort(order.begin(), order.end(),
                     [this](const Alert *a, const Alert *b) { return comesBefore(*a, *b, m_now); });
    std::vector<AlertRow> next;
    for (std::size_t i = 0; i < std::min(mostRows, order.size()); ++i) {
        next.push_back(made(*order[i]));
    }
    showHeld(std::move(next), held);
}

void AlertModel::setOperations(const std::vector<OperationReport> &operations)
{
    m_operations = operations;
    signalColumn(Column::Ended);
}

void AlertModel::setLosses(const std::vector<Alert> &losses)
{
    m_losses = losses;
    signalColumn(Column::Ended);
}

void AlertModel::setResolved(const std::vector<Alert> &resolved)
{
    m_resolved = resolved;
}

void AlertModel::signalColumn(Column column, const QList<int> &roles)
{
    if (const int at = columnOf(column); at >= 0) {
        signalColumns(at, at, roles);
    }
}

void AlertModel::showHeld(std::vector<AlertRow> next, bool held)
{
    const auto id = [](const AlertRow &row) { return row.alert.id; };
    if (held) {
        next = inPlaces(std::move(next), id, [this](const AlertRow &row) {
            const auto ended = std::ranges::find(m_resolved, row.alert.id, &Alert::id);
            Alert over = ended == m_resolved.end() ? row.alert : *ended;
            over.state = State::Ok;
            over.cleared = over.cleared.value_or(m_now);
            return made(over);
        });
    }
    show(std::move(next), id, isSame);
    signalColumn(Column::Trend, {TrendRole}); // trends change with every tick
}

int AlertModel::courseOf(int row) const
{
    const AlertRow &of = rowAt(row);
    return of.place.hasFigure() && of.alert.isActive() ? of.place.row : -1;
}

int AlertModel::rowOf(const QString &alert) const
{
    return findRow([&alert](const AlertRow &row) { return row.alert.id == alert; });
}

int AlertModel::columnOf(Column column) const
{
    const auto found = std::ranges::find(m_shown, column, &AlertShown::column);
    return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

QString AlertModel::what(const AlertRow &row) const
{
    return m_shows == Shows::Past ? alertText(row.alert, row.place, m_snapshot.get()) : row.what;
}

QString AlertModel::taken(const AlertRow &row) const
{
    return m_shows == Shows::Past ? alertTakenText(row.alert, m_now) : row.taken;
}

/// The level's start as the collection's pill says it.
StateSince AlertModel::levelSince(const AlertRow &row) const
{
    const Alert &alert = row.alert;
    return m_history != nullptr && alert.isActive() ? m_history->alertSince(alert, row.place) : alertLevel(alert);
}

QString AlertModel::timeTip(const AlertRow &row) const
{
    const Alert &alert = row.alert;
    const QString began = formatDateTime(beganAt(alert));
    const QString when = alert.cleared ? AlertModelWords::tr("%1 to %2").arg(began, formatDateTime(*alert.cleared))
        : alert.isAtLeast              ? AlertModelWords::tr("since %1 or longer").arg(began)
                                       : AlertModelWords::tr("since %1").arg(began);
    const StateSince level = levelSince(row);
    return alertHasTurned(alert, level.since) ? when + u'\n' + alertLevelText(level, formatDateTime(level.since))
                                              : when;
}

QVector<float> AlertModel::trend(const AlertRow &row) const
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

bool AlertModel::isSame(const AlertRow &a, const AlertRow &b)
{
    return a.alert.state == b.alert.state && a.what == b.what && a.since == b.since && a.taken == b.taken
        && a.alert.worst == b.alert.worst && a.alert.worstText == b.alert.worstText
        && a.alert.cleared == b.alert.cleared && a.alert.steps == b.alert.steps && a.alert.notes == b.alert.notes
        && a.alert.told == b.alert.told && a.alert.mutedUntil == b.alert.mutedUntil
        && a.alert.acknowledged == b.alert.acknowledged;
}

bool AlertModel::grownAtTop(const std::vector<AlertRow> &newest)
{
    const auto isFirst = [this](const AlertRow &row) { return row.alert.id == m_rows.front().alert.id; };
    const auto first = m_rows.empty() ? newest.end() : std::find_if(newest.begin(), newest.end(), isFirst);
    const auto more = static_cast<std::size_t>(newest.end() - first);
    if (more == 0 || more > m_rows.size()
        || !std::equal(first, newest.end(), m_rows.begin(),
                       [](const AlertRow &a, const AlertRow &b) { return a.alert.id == b.alert.id; })) {
        return false;
    }
    const auto added = static_cast<int>(first - newest.begin());
    if (added > 0) {
        beginInsertRows({}, 0, added - 1);
        m_rows.insert(m_rows.begin(), newest.begin(), first);
        endInsertRows();
    }
    Ranges changed;
    for (std::size_t i = 0; i < newest.size(); ++i) {
        if (!isSame(m_rows[i], newest[i])) {
            m_rows[i] = newest[i];
            changed.add(static_cast<int>(i));
        }
    }
    signalRows(changed);
    return true;
}

void AlertModel::applyPast(const std::vector<Alert> &alerts, bool held)
{
    std::vector<AlertRow> newest;
    newest.reserve(alerts.size());
    QSet<QString> ids;
    for (const Alert &alert : alerts) {
        newest.push_back(made(alert));
        ids.insert(alert.id);
    }
    if (!held && m_isInOrder && grownAtTop(newest)) {
        return;
    }
    // The new alerts do not reach the known ones, so the known ones are dropped instead of leaving a hidden gap.
    const bool follows = !m_rows.empty() && ids.contains(m_rows.front().alert.id);
    if (!follows) {
        m_hasMore = alerts.size() >= wholePage;
        m_isReading = false;
    }
    if (follows && !held) {
        const auto tail = static_cast<std::ptrdiff_t>(newest.size());
        std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(newest),
                     [&ids](const AlertRow &row) { return !ids.contains(row.alert.id); });
        std::stable_sort(newest.begin() + tail, newest.end(), // held rows may be in another order
                         [](const AlertRow &a, const AlertRow &b) { return a.alert.cleared > b.alert.cleared; });
    }
    m_isInOrder = !held;
    showHeld(std::move(newest), held);
}

const Alert *AlertModel::oldest() const
{
    const auto found = std::min_element(m_rows.rbegin(), m_rows.rend(), [](const AlertRow &a, const AlertRow &b) {
        return a.alert.cleared < b.alert.cleared;
    });
    return found == m_rows.rend() ? nullptr : &found->alert;
}

bool AlertModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_hasMore && !m_isReading && !m_rows.empty();
}

void AlertModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent)) {
        m_isReading = true;
        emit moreWanted(oldest()->id);
    }
}

void AlertModel::append(const QString &before, const std::vector<Alert> &older)
{
    const Alert *last = oldest();
    if (last != nullptr && last->id == before) { // otherwise the rows have changed since
        m_hasMore = older.size() >= wholePage;
        if (!older.empty()) {
            beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(older.size()) - 1);
            for (const Alert &alert : older) {
                m_rows.push_back(made(alert));
            }
            endInsertRows();
        }
    }
    m_isReading = false; // only now: no requests while rows change
}

} // namespace plimsoll::models

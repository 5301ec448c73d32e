// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alertmodel.h"

#include <QSet>

#include <algorithm>
#include <iterator>

/// The past alerts of AlertModel: the newest as they arrive, and older ones read on demand.
namespace plimsoll::models {

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

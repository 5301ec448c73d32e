// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/foundkeysmodel.h"

#include "models/atleast.h"
#include "models/columninfo.h"
#include "models/elementtext.h"
#include "models/format.h"
#include "models/samefigure.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plimsoll::models {

namespace {

using FoundKeysColumn = FoundKeysModel::Column;
using std::chrono::milliseconds;

constexpr qsizetype longestKeyCell = 200;

struct FoundKeysWords {
    Q_DECLARE_TR_FUNCTIONS(found)
};

constexpr std::array foundKeysColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("found", "key"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "used"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "in window"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "refused/min"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "outside"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "next in"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "expires"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "holder"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "held for"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "time left"), false},
    ColumnInfo{"", true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "renewed"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("found", "hands, 15 min"), true},
};

milliseconds timeOf(double unix)
{
    return milliseconds(std::llround(unix));
}

bool sameUse(const FoundKey &a, const FoundKey &b)
{
    return a.key == b.key && isSameFigure(a.count, b.count) && isSameFigure(a.outside, b.outside)
        && isSameFigure(a.freeAt, b.freeAt) && isSameFigure(a.refusedPerMinute, b.refusedPerMinute)
        && isSameFigure(a.expiresAt, b.expiresAt) && a.holder == b.holder && a.since == b.since
        && a.isSinceSeen == b.isSinceSeen && isSameFigure(a.lease, b.lease) && a.renewed == b.renewed
        && a.hands == b.hands;
}

std::vector<QByteArray> keysOf(const std::vector<FoundKey> &rows)
{
    std::vector<QByteArray> keys(rows.size());
    std::transform(rows.begin(), rows.end(), keys.begin(), [](const FoundKey &row) { return row.key; });
    return keys;
}

QString countText(double count)
{
    return isKnown(count) ? formatCount(std::round(count)) : unknownText();
}

/// True if the next call is admitted within a second; "now" would claim that it already is.
bool isSoon(const FoundKey &key, milliseconds now)
{
    return timeOf(key.freeAt) > now && timeOf(key.freeAt) - now < std::chrono::seconds(1);
}

} // namespace

QString atLimitText(const FoundKey &key, milliseconds now)
{
    if (!std::isfinite(key.freeAt)) {
        return FoundKeysWords::tr("at the limit");
    }
    if (timeOf(key.freeAt) <= now) {
        return FoundKeysWords::tr("was at the limit when it was read; the next call is allowed by now");
    }
    return isSoon(key, now)
        ? FoundKeysWords::tr("at the limit; next call allowed within a second")
        : FoundKeysWords::tr("at the limit; next call allowed %1").arg(formatRelative(timeOf(key.freeAt), now));
}

void FoundKeysModel::apply(const std::shared_ptr<const KeysFound> &found, milliseconds now, double most, bool isHeld)
{
    double fullest = 0;
    if (found != nullptr && m_isFullFine) {
        for (const FoundKey &key : found->first) {
            fullest = std::max(fullest, isKnown(key.count) ? key.count : 0);
        }
    }
    const bool isOther = !isSameFigure(most, m_most) || fullest != std::exchange(m_fullest, fullest) || now != m_now;
    m_most = most;
    m_now = now;
    if (found != m_shown || (m_wasHeld && !isHeld)) {
        m_shown = found;
        m_wasHeld = isHeld;
        std::vector<FoundKey> next = found == nullptr ? std::vector<FoundKey>() : found->first;
        if (isHeld && m_rows.size() < 2 * next.size() + mostGone) {
            next = inPlaces(m_rows, std::move(next), &FoundKey::key, [](const FoundKey &row) {
                FoundKey gone;
                gone.key = row.key;
                gone.id = row.id;
                return gone;
            });
        }
        arrange(m_rows, next, originsOf(keysOf(next), keysOf(m_rows)), [] {});
        update(m_rows, std::move(next), sameUse);
    }
    if (isOther && !m_rows.empty()) { // texts show the time left
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int FoundKeysModel::rowOf(const QByteArray &key) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const FoundKey &row) { return row.key == key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FoundKeysModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FoundKeysModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString FoundKeysModel::text(const FoundKey &key, FoundKeysColumn column) const
{
    switch (column) {
    case FoundKeysColumn::Id:
        return elementText(key.id, longestKeyCell);
    case FoundKeysColumn::Used:
    case FoundKeysColumn::Left:
        return {};
    case FoundKeysColumn::Count:
        return countText(key.count);
    case FoundKeysColumn::Refused:
        return countText(key.refusedPerMinute);
    case FoundKeysColumn::Outside:
        return countText(key.outside);
    case FoundKeysColumn::FreeAt:
        if (isKnown(key.count) && isKnown(m_most) && key.count < m_most) {
            return FoundKeysWords::tr("now");
        }
        if (!std::isfinite(key.freeAt)) {
            return unknownText();
        }
        return isSoon(key, m_now) ? FoundKeysWords::tr("< 1 s")
                                  : formatRelative(std::max(timeOf(key.freeAt), m_now), m_now);
    case FoundKeysColumn::Expires:
        return std::isinf(key.expiresAt) ? neverText()
            : isKnown(key.expiresAt)     ? formatRelative(std::max(timeOf(key.expiresAt), m_now), m_now)
                                         : unknownText();
    case FoundKeysColumn::Holder:
        return key.readAt.count() == 0 ? unknownText() : elementText(key.holder, longestKeyCell);
    case FoundKeysColumn::Held:
        return key.since.count() == 0
            ? unknownText()
            : atLeastText(formatDuration(std::max(milliseconds(0), m_now - key.since)), !key.isSinceSeen);
    case FoundKeysColumn::TimeLeft: {
        if (std::isinf(key.expiresAt)) {
            return FoundKeysWords::tr("no expiry");
        }
        if (!isKnown(key.expiresAt)) {
            return unknownText();
        }
        const QString left = formatDuration(std::max(milliseconds(0), timeOf(key.expiresAt) - m_now));
        // The lock was first seen some time after it was taken, so the lease is a lower bound.
        return isKnown(key.lease) ? FoundKeysWords::tr("%1 of ≥ %2").arg(left, formatDuration(timeOf(key.lease)))
                                  : left;
    }
    case FoundKeysColumn::Renewed:
        return countText(key.renewed);
    case FoundKeysColumn::Hands:
        return countText(key.hands);
    }
    return {};
}

/// The number to sort by, or the text of columns without one.
QVariant FoundKeysModel::raw(const FoundKey &key, FoundKeysColumn column) const
{
    switch (column) {
    case FoundKeysColumn::Count:
        return key.count;
    case FoundKeysColumn::Refused:
        return key.refusedPerMinute;
    case FoundKeysColumn::Outside:
        return key.outside;
    case FoundKeysColumn::FreeAt:
        return key.freeAt;
    case FoundKeysColumn::Expires:
        return key.expiresAt;
    case FoundKeysColumn::Held:
        return key.since.count() == 0 ? unknownFigure : static_cast<double>((m_now - key.since).count());
    case FoundKeysColumn::TimeLeft:
        return key.expiresAt - static_cast<double>(m_now.count());
    case FoundKeysColumn::Renewed:
        return key.renewed;
    case FoundKeysColumn::Hands:
        return key.hands;
    default:
        return text(key, column);
    }
}

double FoundKeysModel::share(const FoundKey &key, FoundKeysColumn column) const
{
    if (column == FoundKeysColumn::Left) {
        const double left = key.expiresAt - static_cast<double>(m_now.count());
        return std::isinf(key.expiresAt)          ? 1
            : isKnown(left) && isKnown(key.lease) ? std::clamp(left / std::max(key.lease, 1.0), 0.0, 1.0)
                                                  : 0;
    }
    const double bound = isKnown(m_most) || m_rows.empty() ? m_most : m_rows.front().count;
    const double most = m_isFullFine ? std::max(bound, m_fullest) : bound;
    return isKnown(key.count) && most > 0 ? std::clamp(key.count / most, 0.0, 1.0) : 0;
}

QVariant FoundKeysModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const FoundKey &key = m_rows[static_cast<std::size_t>(index.row())];
    const FoundKeysColumn column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(key, column);
    case SortRole:
        return raw(key, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(foundKeysColumns.at(static_cast<std::size_t>(column)).number);
    case Qt::ToolTipRole:
        if (column == FoundKeysColumn::Id) {
            return printable(key.key, 1'000);
        }
        if (column == FoundKeysColumn::Held && !key.isSinceSeen) {
            return FoundKeysWords::tr("Seen with this holder for so long; it may have been longer.");
        }
        if ((column == FoundKeysColumn::TimeLeft || column == FoundKeysColumn::Left) && isKnown(key.lease)) {
            return FoundKeysWords::tr(
                "Of the longest time left that was seen: the lease was given for as long or longer.");
        }
        return {};
    case KeyRole:
        return key.key;
    case ShareRole:
        return share(key, column);
    case EndlessRole:
        return column == FoundKeysColumn::Left && std::isinf(key.expiresAt);
    case SeriesRole:
        return column == FoundKeysColumn::Left                             ? (std::isinf(key.expiresAt) ? 3 : 0)
            : key.count > m_most || (key.count >= m_most && !m_isFullFine) ? 3
                                                                           : 0;
    case SeverityRole:
        return static_cast<int>(column == FoundKeysColumn::TimeLeft && std::isinf(key.expiresAt) ? State::Warning
                                                                                                 : State::Ok);
    default:
        return {};
    }
}

QVariant FoundKeysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const Shown &shown = m_columns[static_cast<std::size_t>(section)];
    ColumnInfo info = foundKeysColumns.at(static_cast<std::size_t>(shown.column));
    info.title = shown.title != nullptr ? shown.title : info.title;
    return columnHeader(info, "found", role);
}

} // namespace plimsoll::models

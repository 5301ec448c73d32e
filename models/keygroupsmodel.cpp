// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/keygroupsmodel.h"

#include "models/columninfo.h"
#include "models/elementtext.h"
#include "models/format.h"
#include "models/samefigure.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll::models {

namespace {

using KeyGroupsColumn = KeyGroupsModel::Column;
using std::chrono::milliseconds;

struct KeyGroupsWords {
    Q_DECLARE_TR_FUNCTIONS(groups)
};

constexpr qsizetype longestPrefix = 60;

constexpr std::array keyGroupsColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "prefix"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "seen"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "keys, about"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "median left"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "together"), false},
    ColumnInfo{"", true},
    ColumnInfo{QT_TRANSLATE_NOOP("groups", "no expiry"), true},
};

bool sameCounts(const KeyGroup &a, const KeyGroup &b)
{
    return a.name == b.name && a.seen == b.seen && isSameFigure(a.medianLeftMs, b.medianLeftMs)
        && isSameFigure(a.together, b.together) && a.withoutTtl == b.withoutTtl;
}

std::vector<QByteArray> namesOf(const std::vector<KeyGroup> &rows)
{
    std::vector<QByteArray> names(rows.size());
    std::transform(rows.begin(), rows.end(), names.begin(), [](const KeyGroup &row) { return row.name; });
    return names;
}

} // namespace

void KeyGroupsModel::apply(const std::vector<KeyGroup> &groups, double scale, double limit, bool isHeld)
{
    const bool isOther = !isSameFigure(scale, m_scale) || !isSameFigure(limit, m_limit);
    m_scale = scale;
    m_limit = limit;
    std::vector<KeyGroup> next = groups;
    if (isHeld && m_rows.size() < 2 * next.size() + mostGone) {
        next = inPlaces(m_rows, std::move(next), &KeyGroup::name, [](const KeyGroup &row) {
            KeyGroup gone;
            gone.name = row.name;
            return gone;
        });
    }
    arrange(m_rows, next, originsOf(namesOf(next), namesOf(m_rows)), [] {});
    update(m_rows, std::move(next), sameCounts);
    if (isOther && !m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int KeyGroupsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int KeyGroupsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(keyGroupsColumns.size());
}

QString KeyGroupsModel::text(const KeyGroup &group, KeyGroupsColumn column) const
{
    switch (column) {
    case KeyGroupsColumn::Name:
        return group.name.isEmpty() ? KeyGroupsWords::tr("others") : elementText(group.name, longestPrefix);
    case KeyGroupsColumn::Seen:
        return formatCount(group.seen);
    case KeyGroupsColumn::About:
        return isKnown(m_scale) ? formatCount(std::round(static_cast<double>(group.seen) * m_scale)) : unknownText();
    case KeyGroupsColumn::Median:
        return isKnown(group.medianLeftMs) ? formatDuration(milliseconds(std::llround(group.medianLeftMs)))
                                           : unknownText();
    case KeyGroupsColumn::Bar:
        return {};
    case KeyGroupsColumn::Together:
        return isKnown(group.together) ? KeyGroupsWords::tr("%1 %").arg(formatCount(std::round(group.together * 100)))
                                       : unknownText();
    case KeyGroupsColumn::WithoutTtl:
        return formatCount(group.withoutTtl);
    }
    return {};
}

/// The number to sort by, or the text of columns without one.
QVariant KeyGroupsModel::raw(const KeyGroup &group, KeyGroupsColumn column) const
{
    switch (column) {
    case KeyGroupsColumn::Seen:
        return group.seen;
    case KeyGroupsColumn::About:
        return static_cast<double>(group.seen) * m_scale;
    case KeyGroupsColumn::Median:
        return group.medianLeftMs;
    case KeyGroupsColumn::Together:
        return group.together;
    case KeyGroupsColumn::WithoutTtl:
        return group.withoutTtl;
    default:
        return text(group, column);
    }
}

QVariant KeyGroupsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const KeyGroup &group = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<KeyGroupsColumn>(index.column());
    const bool isTooMany = group.together >= m_limit;
    switch (role) {
    case Qt::DisplayRole:
        return text(group, column);
    case SortRole:
        return raw(group, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(keyGroupsColumns.at(static_cast<std::size_t>(index.column())).number);
    case ShareRole:
        return isKnown(group.together) ? group.together : 0.0;
    case SeriesRole:
        return isTooMany ? 3 : 0;
    case SeverityRole:
        return static_cast<int>(isTooMany && column == KeyGroupsColumn::Together ? State::Warning : State::Ok);
    default:
        return {};
    }
}

QVariant KeyGroupsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(keyGroupsColumns, "groups", section, orientation, role);
}

} // namespace plimsoll::models

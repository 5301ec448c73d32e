// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QVariant>

#include <span>

namespace plimsoll::models {

/// A column of a table whose columns are fixed.
struct ColumnInfo {
    const char *title; ///< to be translated
    bool number; ///< right-aligned
};

inline QVariant columnAlignment(const ColumnInfo &column)
{
    return QVariant::fromValue(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
}

/// What headerData() answers; `context` is that of the translation.
inline QVariant columnHeader(std::span<const ColumnInfo> columns, const char *context, int section,
                             Qt::Orientation orientation, int role)
{
    if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(columns.size())) {
        return {};
    }
    const ColumnInfo &column = columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return QCoreApplication::translate(context, column.title);
    case Qt::TextAlignmentRole:
        return columnAlignment(column);
    default:
        return {};
    }
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QVariant>

#include <span>

namespace plimsoll::models {

/// A column of a table.
struct ColumnInfo {
    const char *title; ///< untranslated
    bool number; ///< right-aligned
};

inline QVariant columnAlignment(bool number)
{
    return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
}

/// Implements headerData(); `context` is the translation context.
inline QVariant columnHeader(const ColumnInfo &column, const char *context, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return *column.title == '\0' ? QString() : QCoreApplication::translate(context, column.title);
    case Qt::TextAlignmentRole:
        return columnAlignment(column.number);
    default:
        return {};
    }
}

/// Overload for models with fixed columns.
inline QVariant columnHeader(std::span<const ColumnInfo> columns, const char *context, int section,
                             Qt::Orientation orientation, int role)
{
    if (orientation != Qt::Horizontal || section < 0 || section >= static_cast<int>(columns.size())) {
        return {};
    }
    return columnHeader(columns[static_cast<std::size_t>(section)], context, role);
}

} // namespace plimsoll::models

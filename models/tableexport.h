// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

class QAbstractItemModel;

/// A table as documents for other tools: texts as they are shown, and beside them the numbers behind them. What the
/// table hides is not in it.
namespace plimsoll::models {

/// How every model of a table names the role of what its rows are sorted by (SortRole).
inline constexpr int sortRole = 0x0100 + 1; // Qt::UserRole + 1

/// These columns, in this order. A number has a column of its own behind that of its text, "TITLE (raw)": durations in
/// milliseconds, times in Unix milliseconds; what is not known is empty.
QByteArray tableCsv(const QAbstractItemModel &model, const std::vector<int> &columns);
/// `[{"TITLE": "text", "TITLE": {"text": "1,200", "value": 1200}}]`
QByteArray tableJson(const QAbstractItemModel &model, const std::vector<int> &columns);

} // namespace plimsoll::models

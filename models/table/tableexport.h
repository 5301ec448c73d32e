// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

class QAbstractItemModel;

/// A table as documents for other tools: displayed texts and the numbers behind them. Hidden rows and columns are left
/// out.
namespace plimsoll::models {

/// Exports `columns` in order. A number has an additional column "TITLE (raw)" after its text: durations in
/// milliseconds, times in Unix milliseconds, empty if unknown.
QByteArray tableCsv(const QAbstractItemModel &model, const std::vector<int> &columns);
/// `[{"TITLE": "text", "TITLE": {"text": "1,200", "value": 1200}}]`
QByteArray tableJson(const QAbstractItemModel &model, const std::vector<int> &columns);

} // namespace plimsoll::models

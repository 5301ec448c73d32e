// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

/// Figures over time, as the command line prints them (contract.md §5).
namespace plimsoll::app {

struct HistoryRow {
    std::chrono::milliseconds time{}; ///< Unix
    QString figure;
    double low = 0, mean = 0, high = 0;
    bool isAtLeast = false; ///< a lower bound, of a step at times; JSON and table say so, CSV has no place for it
};

/// `time,figure,min,mean,max`
QByteArray historyCsv(const std::vector<HistoryRow> &rows);
/// `step`: null where it is what is kept.
QByteArray historyJson(const QString &collection, std::optional<std::chrono::milliseconds> step,
                       const std::vector<HistoryRow> &rows);
QByteArray historyTable(const std::vector<HistoryRow> &rows);

} // namespace plimsoll::app

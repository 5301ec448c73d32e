// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/texttable.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

/// Formats of figures over time on the command line (docs/cli.md).
namespace plimsoll::app {

struct HistoryRow {
    std::chrono::milliseconds time{}; ///< Unix
    QString figure;
    double low = 0, mean = 0, high = 0;
    bool isAtLeast = false; ///< a lower bound; shown in JSON and tables, but not in CSV
};

/// Columns: `time,figure,min,mean,max`.
QByteArray historyCsv(const std::vector<HistoryRow> &rows);
/// `step`: null if the rows have the stored resolution.
QByteArray historyJson(const QString &collection, std::optional<std::chrono::milliseconds> step,
                       const std::vector<HistoryRow> &rows);
QByteArray historyTable(const std::vector<HistoryRow> &rows, Colour colour = Colour::Off);

} // namespace plimsoll::app

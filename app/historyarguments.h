// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/metricsserver.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace plimsoll::app {

/// Arguments of record, history and report.
struct HistoryArguments {
    QStringList workspaces; ///< record: each -w
    std::optional<ListenAddress> listen; ///< record: address of the metrics server
    QStringList figures; ///< history; empty: all
    std::optional<std::chrono::milliseconds> from, to; ///< Unix ms; nullopt: the whole history
    std::optional<std::chrono::milliseconds> step; ///< nullopt: stored resolution
    QString output; ///< report: output file
};

/// The values as CLI11 stores them.
struct RawHistory {
    std::vector<std::string> workspaces, figures;
    std::string collection, from, to, step, listen, output;
    double every = -1.0;
    int count = 0;
};

/// Adds record, history and report.
void addHistoryCommands(CLI::App &app, RawHistory &raw);
/// Returns the arguments, or a line with the error. `now` is the reference of ages.
std::variant<HistoryArguments, QString> readHistory(const RawHistory &raw, std::chrono::milliseconds now);

} // namespace plimsoll::app

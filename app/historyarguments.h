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

/// What record, history and report were told.
struct HistoryArguments {
    QStringList workspaces; ///< record: each -w
    std::optional<ListenAddress> listen; ///< record: where metrics are served
    QStringList figures; ///< history; none: all
    std::optional<std::chrono::milliseconds> from, to; ///< Unix; none: as far as it reaches
    std::optional<std::chrono::milliseconds> step; ///< none: what is kept
    QString output; ///< report: where it goes
};

/// The same as CLI11 fills them.
struct RawHistory {
    std::vector<std::string> workspaces, figures;
    std::string collection, from, to, step, listen, output;
    double every = -1.0;
    int count = 0;
};

/// Adds record, history and report.
void addHistoryCommands(CLI::App &app, RawHistory &raw);
/// The line that says what is wrong, or the arguments. `now` is what "ago" is counted from.
std::variant<HistoryArguments, QString> readHistory(const RawHistory &raw, std::chrono::milliseconds now);

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/historyarguments.h"
#include "app/labarguments.h"
#include "app/operationarguments.h"
#include "redis/types/snapshot.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

namespace plimsoll::app {

/// Exit codes of contract.md §2.
enum class ExitCode { Done = 0, Failed = 1, Usage = 2, Unreachable = 3, Refused = 4, FailOn = 5 };

enum class Command {
    Dashboard,
    Demo,
    Snapshot,
    Jobs,
    Screenshot,
    Requeue,
    Dead,
    Trim,
    Undo,
    Operations,
    Lab,
    Record,
    History,
    Report,
    Trust
};
enum class Format { Table, Json, OpenMetrics, Csv };

/// The command line taken apart; nothing is opened or looked at yet.
struct Arguments {
    Command command = Command::Dashboard;
    QString target; ///< dashboard: a workspace or URL; jobs, history and operations: the collection; undo: the
                    ///< operation; trust: a workspace; lab: the pattern; screenshot: the directory
    QStringList more; ///< dashboard: further ones, a tab each
    QString workspace; ///< -w
    QString url; ///< -u; may hold a password
    Format format = Format::Table;
    QString dataDir;
    bool verbose = false;

    std::optional<double> everySeconds; ///< snapshot, record
    std::optional<int> count;
    std::optional<State> failOn;

    QString state = QStringLiteral("ready"); ///< jobs
    qint64 offset = 0;
    qint64 limit = 100;

    int width = 1280; ///< screenshot
    int height = 800;
    double scale = 1.0;
    bool dark = false;
    std::chrono::seconds watch{0}; ///< how long the server is watched at the least before the first picture
    bool printSnapshot = false; ///< the last figures as a table on standard output
    quint32 seed = 1; ///< demo and its screenshots
    double pace = 1.0; ///< demo and its screenshots; of what is replayed
    bool isPaced = false; ///< that was said

    QString record, replay; ///< files of snapshots
    QString alert; ///< dashboard: its id

    LabArguments lab;

    HistoryArguments history; ///< record, history, report

    OperationArguments operation; ///< requeue, dead, trim, undo, operations
};

/// What there is to say instead of doing something: help and version go to standard output with Done, mistakes to
/// standard error, one line each.
struct Reply {
    ExitCode code = ExitCode::Done;
    QStringList lines;
};

std::variant<Arguments, Reply> parseArguments(int argc, char **argv);

} // namespace plimsoll::app

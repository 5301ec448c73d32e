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

/// Exit codes (docs/cli.md).
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

/// The parsed command line; parsing opens and checks nothing.
struct Arguments {
    Command command = Command::Dashboard;
    QString target; ///< dashboard: a workspace or URL; jobs, history and operations: the collection; undo: the
                    ///< operation; trust: a workspace; lab: the pattern; screenshot: the directory
    QStringList more; ///< dashboard: further workspaces, one tab each
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
    std::chrono::seconds watch{0}; ///< minimum time of polling before the first picture
    bool printSnapshot = false; ///< prints the last snapshot as a table
    quint32 seed = 1; ///< demo and its screenshots
    double pace = 1.0; ///< demo and its screenshots; pace of a replay
    bool isPaced = false; ///< --pace was given

    QString record, replay; ///< files of snapshots
    QString alert; ///< dashboard: ID of an alert

    LabArguments lab;

    HistoryArguments history; ///< record, history, report

    OperationArguments operation; ///< requeue, dead, trim, undo, operations
};

/// Output instead of a command: help and version go to standard output with Done, errors to standard error, one line
/// each.
struct Reply {
    ExitCode code = ExitCode::Done;
    QStringList lines;
};

std::variant<Arguments, Reply> parseArguments(int argc, char **argv);

} // namespace plimsoll::app

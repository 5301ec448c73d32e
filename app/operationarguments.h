// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace plimsoll::app {

/// Arguments of the commands that change data.
struct OperationArguments {
    std::vector<QByteArray> ids;
    std::optional<std::chrono::milliseconds> olderThan;
    std::optional<qint64> keep;
    bool toBound = false;
    bool archive = true;
    bool all = false;
    bool requeue = false, discard = false, deadLetter = false; ///< command dead; without any it lists the letters
    QByteArray group, to; ///< streams: consumer group and new consumer of the entries
    bool keepAttempts = false;
    bool recover = false; ///< command operations
    QString giveUp; ///< command operations: ID of an operation, or empty
    bool otherServer = false; ///< command undo
    bool dryRun = false;
    bool confirmed = false; ///< --yes
    qint64 limit = 0; ///< 0: no limit
};

/// The values as CLI11 stores them.
struct RawOperation {
    std::vector<std::string> ids;
    std::string collection, operation, olderThan, giveUp, group, to;
    long long keep = -1;
    bool toBound = false, noArchive = false, all = false, requeue = false, discard = false, deadLetter = false,
         keepAttempts = false, recover = false, otherServer = false;
};

/// Adds requeue, dead, trim, undo and operations.
void addOperationCommands(CLI::App &app, RawOperation &raw);
/// Returns the arguments, or a line with the error.
std::variant<OperationArguments, QString> readOperation(const std::string &command, const RawOperation &raw);

} // namespace plimsoll::app

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

/// What the commands that change data were told.
struct OperationArguments {
    std::vector<QByteArray> ids;
    std::optional<std::chrono::milliseconds> olderThan;
    std::optional<qint64> keep;
    bool toBound = false;
    bool archive = true;
    bool all = false;
    bool requeue = false, discard = false, deadLetter = false; ///< dead; none lists them
    QByteArray group, to; ///< of a stream: its consumer group, and the consumer that gets the entries
    bool keepAttempts = false;
    bool recover = false; ///< operations
    QString giveUp; ///< operations: the id of one; empty for none
    bool otherServer = false; ///< undo
    bool dryRun = false;
    bool confirmed = false; ///< --yes
    qint64 limit = 0; ///< 0: none
};

/// The same as CLI11 fills them.
struct RawOperation {
    std::vector<std::string> ids;
    std::string collection, operation, olderThan, giveUp, group, to;
    long long keep = -1;
    bool toBound = false, noArchive = false, all = false, requeue = false, discard = false, deadLetter = false,
         keepAttempts = false, recover = false, otherServer = false;
};

/// Adds requeue, dead, trim, undo and operations.
void addOperationCommands(CLI::App &app, RawOperation &raw);
/// The line that says what is wrong, or the arguments.
std::variant<OperationArguments, QString> readOperation(const std::string &command, const RawOperation &raw);

} // namespace plimsoll::app

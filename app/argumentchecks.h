// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
}

/// Argument checks that CLI11 does not cover, for all commands, and their error replies.
namespace plimsoll::app {

/// Typed text made safe to print.
QString printableWord(const QString &typed);
Reply mistake(const QString &line);
QString text(const std::string &raw);

/// Arguments that no option or command accepted, without `--` itself.
QStringList leftOver(const CLI::App &app);
/// Rejects words that look like options but are unknown to this command.
std::optional<Reply> checkOptions(const CLI::App &app);
/// Rejects `--url=`, for which CLI11 would take the following word.
std::optional<Reply> checkAssignments(int argc, char **argv);
/// Rejects a server URL with a password in any other argument, where it would be printed, stored or name a file.
std::optional<Reply> checkSecrets(const CLI::App &app);
/// Handles a server URL in place of a workspace: commands that need no collections treat it as -u, others reject it.
std::optional<Reply> checkWorkspaceUrls(Arguments &arguments);
/// Checks words after `--`, which CLI11 parses as options again once the command has its one word.
std::optional<Reply> checkBehindDashes(const CLI::App &app, std::span<char *const> words);

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
}

/// What CLI11 leaves to be checked, whatever the command, and how a mistake is told.
namespace plimsoll::app {

/// What a person typed, fit to be repeated.
QString printableWord(const QString &typed);
Reply mistake(const QString &line);
QString text(const std::string &raw);

/// What nothing has taken; of a `--` only what follows it counts.
QStringList leftOver(const CLI::App &app);
/// What was typed like an option and is none of this command's.
std::optional<Reply> checkOptions(const CLI::App &app);
/// `--url=`: CLI11 would take the word behind it.
std::optional<Reply> checkAssignments(int argc, char **argv);
/// A server's URL with a password where none is expected: it would be printed, kept, or become the name of a file.
std::optional<Reply> checkSecrets(const CLI::App &app);
/// A server's URL where a workspace is expected: taken as -u by what needs no collections, else a mistake.
std::optional<Reply> checkWorkspaceUrls(Arguments &arguments);
/// CLI11 takes what follows `--` for options again, once the command has its one word.
std::optional<Reply> checkBehindDashes(const CLI::App &app, std::span<char *const> words);

} // namespace plimsoll::app

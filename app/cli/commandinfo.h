// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <map>
#include <span>
#include <vector>

/// The command line as values, read from the declarations of the commands: the only source of --help, the completion
/// scripts and the manual pages, which therefore agree.
namespace plimsoll::app {

/// One option of a command, or a word without an option's name.
struct OptionInfo {
    QStringList names; ///< "-w", "--workspace"; empty: a word
    QString value; ///< placeholder of the value: "FILE"; empty: a flag
    QString help; ///< begins with a capital letter and has no full stop at its end
    QStringList choices; ///< the values it accepts; empty: any
    bool isRequired = false;
    bool isRepeatable = false;

    [[nodiscard]] bool isWord() const { return names.isEmpty(); }
    /// The last name, which is the long one where there is one.
    [[nodiscard]] QString longName() const { return names.isEmpty() ? QString() : names.back(); }
};

struct ExampleInfo {
    QString line; ///< command line
    QString help; ///< description, a sentence without its full stop
};

struct CommandInfo {
    QString name; ///< empty: the program without a command
    QString summary; ///< the line in the list of commands
    QStringList paragraphs; ///< explanations
    std::vector<ExampleInfo> examples;
    std::vector<OptionInfo> options; ///< options in the order of --help

    /// Null if the command has no option of that name.
    [[nodiscard]] const OptionInfo *option(QStringView wanted) const;
    /// The words without an option's name, in order.
    [[nodiscard]] std::vector<OptionInfo> words() const;
};

/// The program without a command, then every command in the order of --help. Opens nothing.
std::vector<CommandInfo> commandInfos();

/// The text of --help, wrapped at 80 columns, without a final line end.
QString helpText(const CommandInfo &command, std::span<const CommandInfo> all);

enum class Shell { Bash, Zsh, Fish };
/// The completion script for a shell.
QByteArray completionScript(Shell shell, std::span<const CommandInfo> all);

/// Candidates that the shell offers for a value.
enum class Candidates {
    Nothing, ///< unknown, or only what OptionInfo::choices lists
    Files,
    Folders,
    // The program lists these on request (`plimsoll completion --list`):
    Collections,
    Figures,
    Operations,
    Patterns,
};
/// Follows from the placeholder, so that no option declares it.
Candidates candidatesOf(const OptionInfo &option);
/// The word behind --list; empty for what the program does not list.
QString listName(Candidates candidates);

/// Pages of the manual as troff, by file name: plimsoll.1, plimsoll-NAME.1 for every command and plimsoll-workspace.5.
std::map<QString, QByteArray> manualPages(std::span<const CommandInfo> all);

} // namespace plimsoll::app

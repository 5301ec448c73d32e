// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <memory>
#include <span>
#include <variant>

namespace plimsoll::app {

class Options;
class Window;

/// Exit codes (docs/cli.md).
enum class ExitCode { Done = 0, Failed = 1, Usage = 2, Unreachable = 3, Refused = 4, FailOn = 5 };

/// One command of the program: its options and what it does.
class Command {
public:
    Command() = default;
    virtual ~Command() = default;
    Q_DISABLE_COPY_MOVE(Command)

    /// Declares the options, which set members of this command.
    virtual void addOptions(Options &options) = 0;
    /// Runs with the values that were parsed. There is no QCoreApplication yet. `window`: null in the program without
    /// one, which starts no command that needs it.
    virtual ExitCode start(int &argc, char **argv, Window *window) = 0;
    [[nodiscard]] virtual bool needsWindow() const { return true; }
};

/// A command without a window. It blocks until it is done; only lab, record, top and those that change data start
/// threads.
class HeadlessCommand : public Command {
public:
    ExitCode start(int &argc, char **argv, Window *window) final;
    [[nodiscard]] bool needsWindow() const final { return false; }

protected:
    virtual ExitCode run() = 0;
};

/// Makes numbers in output the same on every computer, because scripts read them.
void fixLocale();

/// An entry of the table of commands.
struct CommandSpec {
    const char *name;
    const char *help;
    std::unique_ptr<Command> (*make)();
};

template <typename T> std::unique_ptr<Command> makeCommand()
{
    return std::make_unique<T>();
}

/// All commands, in the order of --help.
std::span<const CommandSpec *const> commandSpecs();
/// The program without a command.
std::unique_ptr<Command> makeDashboardCommand();

/// Output instead of a command: help and version go to standard output with Done, errors to standard error, one line
/// each.
struct Reply {
    ExitCode code = ExitCode::Done;
    QStringList lines;
};

struct CommandLine {
    std::unique_ptr<Command> command;
    bool isVerbose = false;
    bool isPaging = true;
};

/// Parses the command line. Opens nothing.
std::variant<CommandLine, Reply> parseCommandLine(int argc, char **argv);

/// The program. Without a window it is replaced by the program that has one for commands that need it.
int runProgram(int argc, char **argv, Window *window);

} // namespace plimsoll::app

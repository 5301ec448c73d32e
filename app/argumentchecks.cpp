// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/argumentchecks.h"

#include "app/clitext.h"
#include "redis/types/endpoint.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll::app {

using namespace std::string_view_literals;

QString printableWord(const QString &typed)
{
    return typed.contains(QLatin1String("://")) ? redis::withoutPassword(typed) : printable(typed.toUtf8(), 200);
}

Reply mistake(const QString &line)
{
    return {ExitCode::Usage, {QLatin1String("plimsoll: ") + line}};
}

QString text(const std::string &raw)
{
    return QString::fromLocal8Bit(raw.data(), static_cast<qsizetype>(raw.size()));
}

QStringList leftOver(const CLI::App &app)
{
    QStringList words;
    for (const std::string &one : app.remaining(true)) {
        if (one != "--") {
            words << text(one);
        }
    }
    return words;
}

std::optional<Reply> checkOptions(const CLI::App &app)
{
    QStringList known;
    for (const CLI::App *part : app.get_subcommands()) {
        for (const CLI::Option *option : part->get_options()) {
            for (const std::string &name : option->get_lnames()) {
                known << QLatin1String("--") + text(name);
            }
        }
    }
    for (const QString &typed : leftOver(app)) {
        if (typed.size() < 2 || !typed.startsWith(u'-')) {
            continue;
        }
        const QString nearest = redis::nearestName(typed, known);
        return mistake(nearest.isEmpty()
                           ? tr("%1: no such option").arg(printableWord(typed))
                           : tr("%1: no such option; did you mean %2?").arg(printableWord(typed), nearest));
    }
    return std::nullopt;
}

std::optional<Reply> checkAssignments(int argc, char **argv)
{
    for (int i = 1; i < argc && argv[i] != "--"sv; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("--") && word.find('=') == word.size() - 1) {
            return mistake(tr("%1: nothing follows the =").arg(printableWord(text(word))));
        }
    }
    return std::nullopt;
}

std::optional<Reply> checkSecrets(const CLI::App &app)
{
    std::vector<const CLI::App *> parts{&app};
    for (const CLI::App *command : app.get_subcommands()) {
        parts.push_back(command);
    }
    for (const CLI::App *part : parts) {
        for (const CLI::Option *option : part->get_options()) {
            const std::string name = option->get_name();
            if (name == "--url" || name == "--workspace" || name == "target") {
                continue; // where one may stand
            }
            for (const std::string &result : option->results()) {
                const QString word = text(result);
                const bool isServer = word.startsWith(QLatin1String("redis"), Qt::CaseInsensitive)
                    || word.startsWith(QLatin1String("unix"), Qt::CaseInsensitive);
                if (isServer && word.contains(QLatin1String("://")) && printableWord(word) != word) {
                    return mistake(
                        tr("%1 %2: a URL with a password is not expected here").arg(text(name), printableWord(word)));
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<Reply> checkWorkspaceUrls(Arguments &arguments)
{
    const auto isUrl = [](const QString &word) { return word.contains(QLatin1String("://")); };
    constexpr std::array serverIsEnough{Command::Undo, Command::Operations, Command::Screenshot};
    const bool isEnough =
        std::find(serverIsEnough.begin(), serverIsEnough.end(), arguments.command) != serverIsEnough.end();
    if (isEnough && isUrl(arguments.workspace) && arguments.url.isEmpty()) {
        arguments.url = std::exchange(arguments.workspace, {});
    }
    if (arguments.command == Command::Dashboard) {
        return std::nullopt; // which opens either
    }
    for (const QString &word : QStringList{arguments.workspace} + arguments.history.workspaces) {
        if (isUrl(word)) {
            return mistake(tr("-w %1: is the URL of a server, and a workspace file is expected; -u takes a URL")
                               .arg(printableWord(word)));
        }
    }
    return std::nullopt;
}

std::optional<Reply> checkBehindDashes(const CLI::App &app, std::span<char *const> words)
{
    const auto dashes = std::find_if(words.begin(), words.end(), [](const char *word) { return word == "--"sv; });
    if (dashes == words.end() || app.get_subcommands().empty()) {
        return std::nullopt;
    }
    const CLI::App &command = *app.get_subcommands().front();
    const auto own = command.get_options([](const CLI::Option *option) { return option->get_positional(); });
    const bool isNamed = !own.empty() && own.front()->count() > 0;
    for (auto word = dashes + 1; word != words.end(); ++word) {
        if (!isNamed || word != dashes + 1 || own.front()->results().front() != *word) {
            return mistake(tr("%1: not expected here").arg(printableWord(QString::fromLocal8Bit(*word))));
        }
    }
    return std::nullopt;
}

} // namespace plimsoll::app

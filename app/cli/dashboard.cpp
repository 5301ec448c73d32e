// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/operating.h"
#include "app/cli/output.h"
#include "app/cli/window.h"

#include <QUrl>

#include <unistd.h>

namespace plimsoll::app {

namespace {

/// True if a desktop started the program, as by a double click: what it prints is not seen, so the window says it.
bool isOpenedByDesktop()
{
    return ::isatty(STDERR_FILENO) == 0
        && !(qEnvironmentVariableIsEmpty("DESKTOP_STARTUP_ID") && qEnvironmentVariableIsEmpty("XDG_ACTIVATION_TOKEN"));
}

/// Checks that a workspace or URL can be opened at all, so that errors are printed where it was typed.
std::optional<ExitCode> checkNamed(const QString &target, const QString &url)
{
    const bool isServer = isUrl(target);
    if (const QString server = isServer || target.isEmpty() ? (isServer ? target : url) : QString();
        !server.isEmpty()) {
        const auto endpoint = redis::Endpoint::parse(server);
        return endpoint ? std::nullopt : std::optional(fail(endpoint.error()));
    }
    if (target.isEmpty()) {
        return std::nullopt;
    }
    const auto opened = openWorkspace({target, url});
    const auto *code = std::get_if<ExitCode>(&opened);
    return code != nullptr ? std::optional(*code) : std::nullopt;
}

/// The program without a command.
class DashboardCommand final : public Command {
    void addOptions(Options &options) override
    {
        options.describe("Opens the window on a workspace file or a server; several words open a tab each. Without any "
                         "it opens what was open last, or the welcome page.");
        options.describe(
            "Of the commands below only demo opens a window and needs a display. They read the same workspace "
            "file and print the same figures as the window.");
        options.example("plimsoll orders.json", "The window on a workspace");
        options.example("plimsoll redis://localhost:6379", "The window on a server, whose collections it looks for");
        options.example("plimsoll snapshot -w orders.json", "The figures of all collections in the terminal");
        options.texts("target", "WORKSPACE|URL", "A workspace file, or the URL of a server; several open a tab each",
                      &m_targets);
        options.check([this] {
            for (QString &target : m_targets) { // file managers name files by their URL
                const QUrl url(target);
                target = url.isLocalFile() ? url.toLocalFile() : target;
            }
            return Done{};
        });
        m_common.addTo(options, true, UrlAsWorkspace::Opened);
        addRecord(options, &m_arguments.record);
        addReplay(options, &m_arguments.replay);
        addReplayPace(options, &m_pace);
        options.text("--alert", "ID", "Open the dashboard at this alert", &m_arguments.alert);
        options.leaveToCommands({"--format", "--limit", "--dry-run", "--yes", "--no-pager"});
        requireOne(options);
    }

    ExitCode start(int &argc, char **argv, Window *window) override
    {
        m_arguments.target = m_targets.isEmpty() ? m_common.place.workspace : m_targets.front();
        m_arguments.more = m_targets.mid(1);
        m_arguments.url = m_common.place.url;
        m_arguments.dataDir = m_common.place.dataDir;
        m_arguments.pace = m_pace.value_or(1.0);
        for (const QString &named : QStringList{m_arguments.target} + m_arguments.more) {
            const auto wrong = isOpenedByDesktop() ? std::nullopt : checkNamed(named, m_arguments.url);
            if (wrong) {
                return *wrong;
            }
        }
        return window->open(argc, argv, m_arguments);
    }

    /// Refuses options that name more than one thing to show in one place.
    void requireOne(Options &options)
    {
        options.refuse([this] { return m_targets.size() > 1 && !m_arguments.record.isEmpty(); },
                       tr("--record takes one workspace, but several are given"));
        requireAlone(options, &m_arguments.replay, [this] {
            return m_common.place.isNamed() || !m_targets.isEmpty() || !m_arguments.record.isEmpty();
        });
        options.refuse([this] { return m_targets.size() > 1 && !m_common.place.url.isEmpty(); },
                       tr("-u takes one workspace, but several are given"));
        options.check([this]() -> Outcome {
            const QString target = m_targets.value(0);
            if (!target.isEmpty() && !m_common.place.workspace.isEmpty()) {
                return mistake(tr("-w %1: another one to open is already given: %2")
                                   .arg(printableWord(m_common.place.workspace), printableWord(target)));
            }
            if (!m_common.place.url.isEmpty() && isUrl(target)) {
                return mistake(tr("-u %1: another server is already given: %2")
                                   .arg(printableWord(m_common.place.url), printableWord(target)));
            }
            return Done{};
        });
    }

    QStringList m_targets;
    std::optional<double> m_pace;
    DashboardArguments m_arguments;
    ActingOptions m_common; ///< options that may stand before a command; the window uses place and data folder
};

} // namespace

std::unique_ptr<Command> makeDashboardCommand()
{
    return makeCommand<DashboardCommand>();
}

ExitCode Window::open(int &argc, char **argv, const DashboardArguments &arguments)
{
    const bool hasDisplay = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
    if (!hasDisplay) {
        complain(tr("plimsoll: there is no display: the window and demo need one, other commands do not"));
        return ExitCode::Failed;
    }
    return show(argc, argv, arguments);
}

} // namespace plimsoll::app

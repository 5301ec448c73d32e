// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "app/argumentchecks.h"
#include "app/clitext.h"
#include "app/decimals.h"
#include "app/demo/workload.h"

#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/types/endpoint.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll::app {

namespace {

/// Common options; each command accepts those it uses.
enum CommonOption : unsigned {
    FileOption = 1,
    UrlOption = 2,
    FormatOption = 4,
    LimitOption = 8,
    DataDirOption = 16,
    DryRunOption = 32,
    YesOption = 64,
    ReplayOption = 128,
    RecordOption = 256,
    PaceOption = 512,
    EveryOption = 1023,
};
constexpr unsigned replaying = ReplayOption | PaceOption;
constexpr unsigned looking = FileOption | UrlOption | FormatOption;
constexpr unsigned acting = looking | DataDirOption | DryRunOption | YesOption;
constexpr unsigned showing = FileOption | UrlOption | DataDirOption;

struct CommandSpec {
    const char *name;
    Command command;
    unsigned options;
};

constexpr std::array commands{
    CommandSpec{"dead", Command::Dead, acting | LimitOption},
    CommandSpec{"demo", Command::Demo, DataDirOption},
    CommandSpec{"history", Command::History, looking | DataDirOption},
    CommandSpec{"jobs", Command::Jobs, looking | LimitOption},
    CommandSpec{"lab", Command::Lab, FormatOption},
    CommandSpec{"operations", Command::Operations, acting | LimitOption},
    CommandSpec{"record", Command::Record, UrlOption | DataDirOption | RecordOption},
    CommandSpec{"report", Command::Report, FileOption | UrlOption | DataDirOption},
    CommandSpec{"requeue", Command::Requeue, acting | LimitOption},
    CommandSpec{"screenshot", Command::Screenshot, showing | ReplayOption},
    CommandSpec{"snapshot", Command::Snapshot, looking | replaying},
    CommandSpec{"trim", Command::Trim, acting | LimitOption},
    CommandSpec{"trust", Command::Trust, DataDirOption | DryRunOption},
    CommandSpec{"undo", Command::Undo, acting},
};

constexpr double longestEvery = 86'400; ///< a day, in seconds

/// The options as CLI11 fills them, in std types.
struct Raw {
    std::vector<std::string> targets;
    std::string workspace, url, dataDir, collection, directory, pattern, trusted, state = "ready", size = "1280x800",
                                                                                  theme = "light";
    std::string format = "table", failOn, record, replay, alert;
    double every = -1.0, scale = 1.0, pace = -1.0;
    long long offset = 0, limit = 0;
    int count = 0;
    unsigned seed = 1;
    int watch = 0;
    bool printSnapshot = false;
    bool verbose = false, dryRun = false, yes = false;
    LabArguments lab;
    RawHistory history;
    RawOperation operation;
};

void addCommonOptions(CLI::App &app, Raw &raw, unsigned options)
{
    if ((options & FileOption) != 0) {
        app.add_option("-w,--workspace", raw.workspace, "The workspace")->type_name("FILE");
    }
    if ((options & UrlOption) != 0) {
        app.add_option("-u,--url", raw.url, "Connect here instead of where the workspace says")->type_name("URL");
    }
    if ((options & FormatOption) != 0) {
        app.add_option("--format", raw.format, "table, json, openmetrics (snapshot alone), csv (history alone)")
            ->type_name("FORMAT")
            ->check(CLI::IsMember({"table", "json", "openmetrics", "csv"}));
    }
    if ((options & LimitOption) != 0) {
        app.add_option("--limit", raw.limit, "At most N elements")
            ->type_name("N")
            ->check(CLI::Range(1LL, 1'000'000'000LL));
    }
    if ((options & DataDirOption) != 0) {
        app.add_option("--data-dir", raw.dataDir, "Where journal and history live")->type_name("DIR");
    }
    if ((options & DryRunOption) != 0) {
        app.add_flag("--dry-run", raw.dryRun, "Count and name what would change; change nothing");
    }
    if ((options & YesOption) != 0) {
        app.add_flag("--yes", raw.yes, "Do not ask before a change");
    }
    if ((options & RecordOption) != 0) {
        app.add_option("--record", raw.record, "Write what is seen there, to be replayed")->type_name("FILE");
    }
    if ((options & ReplayOption) != 0) {
        app.add_option("--replay", raw.replay, "Show what was recorded there, without a server")->type_name("FILE");
    }
    if ((options & PaceOption) != 0) {
        app.add_option("--pace", raw.pace, "Of what is replayed: 1 is as it was, 0 without waiting")
            ->type_name("X")
            ->check(CLI::Range(0.0, 1'000'000.0));
    }
    app.add_flag("-v,--verbose", raw.verbose, "Debug log on standard error");
}

/// An empty word is a variable of a script that was not set: to take it for nothing sends the command elsewhere.
void refuseEmptyWords(CLI::App &app)
{
    for (CLI::Option *option : app.get_options()) {
        if (option->get_type_size() > 0) {
            option->check([](const std::string &word) { return std::string(word.empty() ? "nothing was given" : ""); });
        }
    }
}

std::vector<std::string> jobStates()
{
    std::vector<std::string> ids;
    for (const ElementState &state : elementStates()) {
        if (state.isOfJobs()) {
            ids.emplace_back(state.id.data(), std::size_t(state.id.size()));
        }
    }
    return ids;
}

void addCommands(CLI::App &app, Raw &raw)
{
    CLI::App *demo = app.add_subcommand("demo", "The dashboard on a private server with the pattern workload");
    demo->add_option("--seed", raw.seed, "What the workload does, the same for the same seed")->type_name("N");
    demo->add_option("--pace", raw.pace, "How fast it does it: 1 is normal")
        ->type_name("X")
        ->check(CLI::Range(demo::Workload::slowest, demo::Workload::fastest));

    CLI::App *jobs = app.add_subcommand("jobs", "List jobs of one collection in one state");
    jobs->add_option("COLLECTION", raw.collection, "The collection's name in the workspace")

        ->required();
    jobs->add_option("--state", raw.state, CLI::detail::join(jobStates(), ", ") + " (default: ready)")
        ->type_name("STATE")
        ->check(CLI::IsMember(jobStates()));
    jobs->add_option("--offset", raw.offset, "Leave out the first N")
        ->type_name("N")
        ->check(CLI::Range(0LL, 1'000'000'000'000LL));

    CLI::App *screenshot = app.add_subcommand("screenshot", "One PNG a page, offscreen, from real data");
    screenshot->add_option("DIRECTORY", raw.directory, "Where the pictures go")->required();
    screenshot->add_option("--size", raw.size, "Width and height of the window (default: 1280x800)")->type_name("WxH");
    screenshot->add_option("--scale", raw.scale, "Device pixels for each pixel of the window")
        ->type_name("X")
        ->check(CLI::Range(0.5, 4.0));
    screenshot->add_option("--theme", raw.theme, "light or dark")
        ->type_name("THEME")
        ->check(CLI::IsMember({"light", "dark"}));
    screenshot->add_option("--watch", raw.watch, "Watch the server for so many seconds first")
        ->type_name("SECONDS")
        ->check(CLI::Range(0, 86'400));
    screenshot->add_flag("--print-snapshot", raw.printSnapshot, "Print the last figures as a table, too");
    screenshot->add_option("--pace", raw.pace, "Of the demo's workload: 1 is normal")
        ->type_name("X")
        ->check(CLI::Range(demo::Workload::slowest, demo::Workload::fastest));
    screenshot->add_option("--seed", raw.seed, "Of the demo's workload, where there is no workspace")->type_name("N");

    CLI::App *snapshot = app.add_subcommand("snapshot", "Poll once, print");
    snapshot->add_option("--every", raw.every, "Again every so many seconds; 0: back to back")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, longestEvery));
    snapshot->add_option("--count", raw.count, "So many times")->type_name("N")->check(CLI::Range(1, 2'000'000'000));
    snapshot->add_option("--fail-on", raw.failOn, "Exit with 5 when a collection is in this state or worse")
        ->type_name("warning|critical")
        ->check(CLI::IsMember({"warning", "critical"}));

    CLI::App *trust =
        app.add_subcommand("trust", "Allow the commands, webhooks and ssh that this workspace names, and show them");
    trust->add_option("FILE", raw.trusted, "The workspace")->required();

    for (CLI::App *command : {demo, jobs, screenshot, snapshot, trust}) {
        command->fallthrough(); // common options may stand behind the command
    }
    addLabCommand(app, raw.lab, raw.pattern);
    addHistoryCommands(app, raw.history);
    addOperationCommands(app, raw.operation);
    for (const CommandSpec &spec : commands) {
        CLI::App *command = app.get_subcommand(spec.name);
        addCommonOptions(*command, raw, spec.options);
        refuseEmptyWords(*command);
    }
    refuseEmptyWords(app);
}

/// A first word that is neither a command, nor a URL, nor a file: most likely a mistyped command.
std::optional<Reply> checkTarget(const QString &target)
{
    const bool isPlace = target.isEmpty() || target.contains(QLatin1String("://")) || target.contains(u'/')
        || target.endsWith(QLatin1String(".json")) || QFileInfo::exists(target);
    if (isPlace) {
        return std::nullopt;
    }
    QStringList names;
    for (const CommandSpec &spec : commands) {
        names << QLatin1String(spec.name);
    }
    const QString nearest = redis::nearestName(target, names);
    const QString known = names.join(QLatin1String(", "));
    return mistake(
        nearest.isEmpty()
            ? tr("%1: no such command, workspace or URL; commands are %2").arg(printableWord(target), known)
            : tr("%1: no such command; did you mean '%2'? Commands are %3").arg(printableWord(target), nearest, known));
}

std::optional<Reply> readSize(const std::string &size, Arguments &arguments)
{
    const QStringList parts = text(size).split(u'x');
    bool widthOk = false;
    bool heightOk = false;
    const int width = parts.value(0).toInt(&widthOk);
    const int height = parts.value(1).toInt(&heightOk);
    const auto fits = [](int value) { return value >= 320 && value <= 10'000; };
    if (parts.size() != 2 || !widthOk || !heightOk || !fits(width) || !fits(height)) {
        return mistake(tr("--size: %1 is not a size such as 1280x800").arg(text(size)));
    }
    arguments.width = width;
    arguments.height = height;
    return std::nullopt;
}

/// Rejects --record and --replay with several workspaces.
std::optional<Reply> checkRecording(const Arguments &arguments)
{
    const bool isSeveral = arguments.history.workspaces.size() > 1 || !arguments.more.isEmpty();
    if (!arguments.record.isEmpty() && isSeveral) {
        return mistake(tr("--record is for one workspace, and here are several"));
    }
    const bool isNamed = !arguments.workspace.isEmpty() || !arguments.url.isEmpty() || !arguments.more.isEmpty()
        || (arguments.command == Command::Dashboard && !arguments.target.isEmpty());
    if (!arguments.replay.isEmpty() && (isNamed || !arguments.record.isEmpty())) {
        return mistake(tr("--replay needs neither a workspace nor a server, and records nothing"));
    }
    return std::nullopt;
}

/// Checks combinations of options, which CLI11 cannot check.
std::optional<Reply> checkTogether(const Arguments &arguments)
{
    if (arguments.format == Format::OpenMetrics && arguments.command != Command::Snapshot) {
        return mistake(tr("--format openmetrics is for snapshot alone"));
    }
    if (arguments.format == Format::Csv && arguments.command != Command::History) {
        return mistake(tr("--format csv is for history alone"));
    }
    const qsizetype workspaces = arguments.history.workspaces.size();
    if (arguments.command == Command::Record && workspaces == 0) {
        return mistake(tr("-w FILE is required: the workspace says which collections there are"));
    }
    if (workspaces > 1 && !arguments.url.isEmpty()) {
        return mistake(tr("-u is for one workspace, and here are several"));
    }
    if (auto wrong = checkRecording(arguments)) {
        return wrong;
    }
    if (!arguments.more.isEmpty() && !arguments.url.isEmpty()) {
        return mistake(tr("-u is for one workspace, and here are several"));
    }
    if (arguments.command == Command::Dashboard && !arguments.target.isEmpty()) {
        if (!arguments.workspace.isEmpty()) {
            return mistake(tr("-w %1: what to open is named already: %2")
                               .arg(printableWord(arguments.workspace), printableWord(arguments.target)));
        }
        if (!arguments.url.isEmpty() && arguments.target.contains(QLatin1String("://"))) {
            return mistake(tr("-u %1: where to connect is named already: %2")
                               .arg(printableWord(arguments.url), printableWord(arguments.target)));
        }
    }
    const OperationArguments &operation = arguments.operation;
    if (operation.limit > 0 && (operation.recover || !operation.giveUp.isEmpty())) {
        return mistake(tr("--limit is for the list alone, not for --recover and --give-up"));
    }
    constexpr std::array needing{Command::Snapshot, Command::Jobs,    Command::Requeue, Command::Dead,
                                 Command::Trim,     Command::History, Command::Report};
    const bool needsWorkspace = std::find(needing.begin(), needing.end(), arguments.command) != needing.end();
    if (needsWorkspace && arguments.workspace.isEmpty() && arguments.replay.isEmpty()) {
        return mistake(tr("-w FILE is required: the workspace says which collections there are"));
    }
    return std::nullopt;
}

/// Common options that the command does not use, and those that stand before it and behind it.
std::optional<Reply> checkCommon(const CLI::App &app)
{
    static const std::set<std::string> harmless{"--data-dir", "--verbose"}; // say nothing of what is to be done
    const std::vector<CLI::App *> parsed = app.get_subcommands();
    for (const CLI::Option *option : app.get_options()) {
        if (option->count() == 0 || option->get_lnames().empty()) {
            continue;
        }
        const std::string name = option->get_name();
        if (parsed.empty()) {
            static const std::set<std::string> taken{"--workspace", "--url",  "--record",
                                                     "--replay",    "--pace", "--alert"};
            if (!taken.contains(name) && !harmless.contains(name)) {
                return mistake(tr("%1: the dashboard takes no such option").arg(text(name)));
            }
            continue;
        }
        const CLI::Option *own = parsed.front()->get_option_no_throw(name);
        if (own == nullptr && !harmless.contains(name)) {
            return mistake(tr("%1: %2 takes no such option").arg(text(name), text(parsed.front()->get_name())));
        }
        if (own != nullptr && own->count() > 0 && own->get_type_size() > 0) {
            return mistake(tr("%1: given twice").arg(text(name)));
        }
    }
    return std::nullopt;
}

std::variant<Arguments, Reply> arrange(const CLI::App &app, const Raw &raw)
{
    Arguments arguments;
    for (const std::string &target : raw.targets) {
        arguments.more << text(target);
    }
    arguments.more.removeDuplicates();
    arguments.target = arguments.more.isEmpty() ? QString() : arguments.more.takeFirst();
    if (app.get_subcommands().size() == 1) {
        if (auto wrong = checkOptions(app)) {
            return *wrong;
        }
    }
    if (auto wrong = checkCommon(app)) {
        return *wrong;
    }
    if (auto wrong = checkSecrets(app)) {
        return *wrong;
    }
    for (const CommandSpec &spec : commands) {
        if (!app.got_subcommand(spec.name)) {
            continue;
        }
        arguments.command = spec.command;
        if (!raw.targets.empty()) {
            return mistake(tr("%1: not expected here").arg(printableWord(arguments.target)));
        }
    }
    if (const QStringList extra = leftOver(app); !extra.isEmpty()) {
        const auto wrong = arguments.command == Command::Dashboard ? checkTarget(arguments.target) : std::nullopt;
        return wrong ? *wrong : mistake(tr("%1: not expected here").arg(printableWord(extra.front())));
    }
    if (arguments.command == Command::Dashboard) {
        for (const QString &target : QStringList{arguments.target} + arguments.more) {
            if (auto wrong = checkTarget(target)) {
                return *wrong;
            }
        }
    }
    constexpr std::array operations{Command::Requeue, Command::Dead, Command::Trim, Command::Undo, Command::Operations};
    if (std::find(operations.begin(), operations.end(), arguments.command) != operations.end()) {
        const auto read = readOperation(app.get_subcommands().front()->get_name(), raw.operation);
        if (const auto *wrong = std::get_if<QString>(&read)) {
            return mistake(*wrong);
        }
        arguments.operation = std::get<OperationArguments>(read);
        arguments.operation.dryRun = raw.dryRun;
        arguments.operation.confirmed = raw.yes;
        arguments.operation.limit = raw.limit;
        arguments.target =
            text(arguments.command == Command::Undo ? raw.operation.operation : raw.operation.collection);
    } else if (arguments.command == Command::Record || arguments.command == Command::History
               || arguments.command == Command::Report) {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        const auto read = readHistory(raw.history, std::chrono::duration_cast<std::chrono::milliseconds>(now));
        if (const auto *wrong = std::get_if<QString>(&read)) {
            return mistake(*wrong);
        }
        arguments.history = std::get<HistoryArguments>(read);
        if (arguments.history.workspaces.isEmpty() && !raw.workspace.empty()) {
            arguments.history.workspaces << text(raw.workspace); // before the command
        }
        arguments.target = text(raw.history.collection);
    } else if (arguments.command == Command::Jobs) {
        arguments.target = text(raw.collection);
    } else if (arguments.command == Command::Lab) {
        arguments.target = text(raw.pattern);
    } else if (arguments.command == Command::Trust) {
        arguments.target = text(raw.trusted);
        arguments.operation.dryRun = raw.dryRun;
    } else if (arguments.command == Command::Screenshot) {
        arguments.target = text(raw.directory);
    }
    static const std::map<std::string, Format> formats{
        {"table", Format::Table}, {"json", Format::Json}, {"openmetrics", Format::OpenMetrics}, {"csv", Format::Csv}};
    arguments.format = formats.at(raw.format);
    arguments.workspace = text(raw.workspace);
    arguments.url = text(raw.url);
    arguments.dataDir = text(raw.dataDir);
    arguments.verbose = raw.verbose;
    const double every = std::max(raw.every, raw.history.every);
    const int count = std::max(raw.count, raw.history.count);
    arguments.everySeconds = every >= 0.0 ? std::optional(every) : std::nullopt;
    arguments.count = count > 0 ? std::optional(count) : std::nullopt;
    if (!raw.failOn.empty()) {
        arguments.failOn = raw.failOn == "warning" ? State::Warning : State::Critical;
    }
    arguments.state = text(raw.state);
    arguments.offset = raw.offset;
    arguments.limit = raw.limit > 0 ? raw.limit : arguments.limit;
    arguments.scale = raw.scale;
    arguments.dark = raw.theme == "dark";
    arguments.watch = std::chrono::seconds(raw.watch);
    arguments.printSnapshot = raw.printSnapshot;
    arguments.lab = raw.lab;
    arguments.seed = raw.seed;
    arguments.pace = raw.pace < 0 ? 1.0 : raw.pace;
    arguments.isPaced = raw.pace >= 0;
    arguments.record = text(raw.record);
    arguments.replay = text(raw.replay);
    arguments.alert = text(raw.alert);
    if (auto wrong = readSize(raw.size, arguments)) {
        return *wrong;
    }
    if (auto wrong = checkWorkspaceUrls(arguments)) {
        return *wrong;
    }
    if (auto wrong = checkTogether(arguments)) {
        return *wrong;
    }
    return arguments;
}

} // namespace

std::variant<Arguments, Reply> parseArguments(int argc, char **argv)
{
    if (auto wrong = checkAssignments(argc, argv)) {
        return *wrong;
    }
    Raw raw;
    CLI::App app("Plimsoll: a dashboard for Redis collections", "plimsoll");
    app.set_version_flag("--version", std::string("plimsoll ") + PLIMSOLL_VERSION);
    app.add_option("target", raw.targets, "A workspace file, or the URL of a server; several: a tab each")
        ->type_name("WORKSPACE|URL");
    app.allow_extras();
    app.require_subcommand(0, 1);
    addCommonOptions(app, raw, EveryOption);
    app.add_option("--alert", raw.alert, "Of the dashboard: open at that alert, by its id")->type_name("ID");
    addCommands(app, raw);
    readDecimals(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success &success) {
        std::ostringstream out;
        std::ostringstream ignored;
        app.exit(success, out, ignored);
        return Reply{ExitCode::Done, {text(out.str()).trimmed()}};
    } catch (const CLI::ParseError &error) {
        // One line a problem; what was typed may hold a password.
        return mistake(printableWord(text(error.what()).simplified()));
    }
    if (auto wrong = checkBehindDashes(app, std::span(argv, static_cast<std::size_t>(argc)))) {
        return *wrong;
    }
    return arrange(app, raw);
}

} // namespace plimsoll::app

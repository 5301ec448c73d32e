// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "app/formats/clitext.h"
#include "app/cli/command.h"
#include "app/cli/shared.h"
#include "redis/types/workspace.h"
#include "redis/workspace/workspacefile.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <set>
#include <span>
#include <string_view>

namespace plimsoll::app {

namespace {

using namespace std::string_view_literals;
using std::chrono::milliseconds;

QString fromLocal(const std::string &raw)
{
    return QString::fromLocal8Bit(raw.data(), static_cast<qsizetype>(raw.size()));
}

/// Returns an error, or nothing after removing leading zeros. CLI11 alone reads 010 as 8, clamps numbers that are too
/// large, and accepts nan in any range.
std::string readDecimal(std::string &word)
{
    static const QRegularExpression decimal(QStringLiteral(R"(\A[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\z)"),
                                            QRegularExpression::CaseInsensitiveOption);
    if (!decimal.match(fromLocal(word)).hasMatch()) {
        return word + " is not a number";
    }
    const bool isNegative = word.front() == '-';
    const std::size_t digits = word.find_first_not_of("+-");
    const std::size_t from = std::min(word.find_first_not_of('0', digits), word.size());
    const bool needsZero = from == word.size() || word[from] < '0' || word[from] > '9';
    word = (isNegative ? "-" : "") + std::string(needsZero ? "0" : "") + word.substr(from);
    long long whole = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), whole);
    return read.ec == std::errc::result_out_of_range ? word + " is too large" : std::string();
}

/// Refuses an empty word, which is a variable of a script that was not set: to ignore it would send the command
/// elsewhere.
CLI::Option *refuseEmpty(CLI::Option *option)
{
    return option->check([](const std::string &word) { return std::string(word.empty() ? "nothing was given" : ""); });
}

CLI::Option *addText(CLI::App &app, const char *names, const std::string &help, QString *to)
{
    return refuseEmpty(app.add_option_function<std::string>(
        names, [to](const std::string &raw) { *to = fromLocal(raw); }, help));
}

QStringList distinct(const std::vector<std::string> &raw)
{
    QStringList words;
    for (const std::string &word : raw) {
        words << fromLocal(word);
    }
    words.removeDuplicates();
    return words;
}

} // namespace

Options::Options(CLI::App &app)
    : m_app(app), m_now(std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()))
{
}

void Options::describe(const std::string &paragraph)
{
    m_info.paragraphs << QString::fromStdString(paragraph);
}

void Options::example(const std::string &line, const std::string &help)
{
    m_info.examples.push_back({QString::fromStdString(line), QString::fromStdString(help)});
}

/// Notes an option for CommandInfo. `names` without dashes: a word of that name.
OptionInfo &Options::note(const char *names, const QString &value, const std::string &help)
{
    const QString joined = QString::fromLatin1(names);
    OptionInfo info;
    info.names = joined.startsWith(u'-') ? joined.split(u',') : QStringList();
    info.value = value;
    info.help = QString::fromStdString(help);
    return m_info.options.emplace_back(info);
}

void Options::showRequired(const char *name)
{
    for (OptionInfo &option : m_info.options) {
        option.isRequired = option.isRequired || option.names.contains(QLatin1String(name));
    }
}

void Options::word(const char *name, const std::string &help, QString *to, Need need)
{
    note(name, QString::fromLatin1(name), help).isRequired = need == Need::Required;
    addText(m_app, name, help, to)->required(need == Need::Required);
}

void Options::flag(const char *names, const std::string &help, bool *to)
{
    note(names, {}, help);
    m_app.add_flag(names, *to, help);
}

void Options::common()
{
    flag("--no-pager", "Print long tables to the terminal at once, without a pager", &m_hasNoPager);
    flag("-v,--verbose", "Debug log on standard error", &m_isVerbose);
    note("-h,--help", {}, "Show this help"); // CLI11 has declared it
}

void Options::text(const char *names, const char *type, const std::string &help, QString *to, Need need)
{
    note(names, QString::fromLatin1(type), help).isRequired = need == Need::Required;
    addText(m_app, names, help, to)->type_name(type)->required(need == Need::Required);
}

void Options::bytes(const char *names, const char *type, const std::string &help, QByteArray *to)
{
    note(names, QString::fromLatin1(type), help);
    const auto set = [to](const std::string &raw) { *to = QByteArray::fromStdString(raw); };
    refuseEmpty(m_app.add_option_function<std::string>(names, set, help))->type_name(type);
}

void Options::addTexts(const char *names, const char *type, const std::string &help,
                       const std::function<void(const std::vector<std::string> &)> &set)
{
    note(names, QString::fromLatin1(type), help).isRepeatable = true;
    CLI::Option *option = refuseEmpty(m_app.add_option_function<std::vector<std::string>>(names, set, help));
    option->type_name(type);
    if (!option->get_positional()) {
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    }
}

void Options::texts(const char *names, const char *type, const std::string &help, QStringList *to)
{
    addTexts(names, type, help, [to](const std::vector<std::string> &raw) { *to = distinct(raw); });
}

void Options::texts(const char *names, const char *type, const std::string &help, std::vector<QByteArray> *to)
{
    addTexts(names, type, help, [to](const std::vector<std::string> &raw) {
        std::transform(raw.begin(), raw.end(), std::back_inserter(*to), &QByteArray::fromStdString);
    });
}

template <typename Number>
void Options::addNumber(const char *names, const char *type, const std::string &help,
                        const std::function<void(Number)> &set, const std::optional<Bounds<Number>> &bounds)
{
    note(names, QString::fromLatin1(type), help);
    CLI::Option *option = m_app
                              .add_option_function<Number>(
                                  names, [set](const Number &number) { set(number); }, help)
                              ->type_name(type);
    if (bounds) {
        const std::string range =
            tr("between %1 and %2").arg(QString::number(bounds->least), QString::number(bounds->most)).toStdString();
        option->check([bounds, range](const std::string &word) {
            Number number{};
            const bool isIn =
                CLI::detail::lexical_cast(word, number) && number >= bounds->least && number <= bounds->most;
            return isIn ? std::string()
                        : word + " is not " + (std::is_integral_v<Number> ? "a whole number " : "") + range;
        });
    }
    refuseEmpty(option)->transform(CLI::Validator(&readDecimal, std::string())); // which comes before the checks
}

template void Options::addNumber(const char *, const char *, const std::string &, const std::function<void(int)> &,
                                 const std::optional<Bounds<int>> &);
template void Options::addNumber(const char *, const char *, const std::string &, const std::function<void(quint32)> &,
                                 const std::optional<Bounds<quint32>> &);
template void Options::addNumber(const char *, const char *, const std::string &, const std::function<void(qint64)> &,
                                 const std::optional<Bounds<qint64>> &);
template void Options::addNumber(const char *, const char *, const std::string &, const std::function<void(double)> &,
                                 const std::optional<Bounds<double>> &);

void Options::addChoice(const char *names, const char *type, const std::string &help,
                        const std::vector<std::string> &known, const QStringList &offered,
                        const std::function<void(std::size_t)> &set)
{
    const QStringList choices = offered.isEmpty() ? distinct(known) : offered;
    note(names, QString::fromLatin1(type), help).choices = choices;
    CLI::Option *option = m_app.add_option_function<std::string>(
        names,
        [known, set](const std::string &word) {
            set(std::size_t(std::find(known.begin(), known.end(), word) - known.begin()));
        },
        help);
    const std::string all = choices.join(QLatin1String(", ")).toStdString();
    refuseEmpty(option->type_name(type)->check([known, all](const std::string &word) {
        return std::find(known.begin(), known.end(), word) == known.end() ? word + " is not one of " + all
                                                                          : std::string();
    }));
}

void Options::duration(const char *name, const std::string &help, std::optional<milliseconds> *to)
{
    const auto typed = std::make_shared<QString>();
    text(name, "DURATION", help, typed.get());
    check([typed, to, name = QString::fromLatin1(name)]() -> Outcome {
        if (typed->isEmpty()) {
            return Done{};
        }
        *to = parseDuration(*typed);
        if (!*to) {
            return mistake(tr("%1: %2 is not a duration such as 500ms, 30s, 5m, 2h or 7d").arg(name, *typed));
        }
        if ((*to)->count() == 0) {
            return mistake(tr("%1: %2 is zero; it must be more").arg(name, *typed));
        }
        return Done{};
    });
}

void Options::moment(const char *name, const std::string &help, std::optional<milliseconds> *to, Need need)
{
    const auto typed = std::make_shared<QString>();
    text(name, "TIME", help, typed.get(), need);
    check([typed, to, now = m_now, name = QString::fromLatin1(name)]() -> Outcome {
        if (typed->isEmpty()) {
            return Done{};
        }
        if (const auto ago = parseDuration(*typed)) {
            *to = now - *ago;
        } else if (const QDateTime time = QDateTime::fromString(*typed, Qt::ISODateWithMs); time.isValid()) {
            *to = milliseconds(time.toMSecsSinceEpoch());
        } else {
            return mistake(
                tr("%1: %2 is neither a time such as 2026-11-23T12:00:00Z nor a duration such as 15m, 2h or 7d")
                    .arg(name, *typed));
        }
        return Done{};
    });
}

void Options::refuse(const std::function<bool()> &isWrong, const QString &text)
{
    check([isWrong, text] { return isWrong() ? Outcome(mistake(text)) : Done{}; });
}

Outcome Options::runChecks() const
{
    for (const Check &check : m_checks) {
        if (Outcome checked = check(); !checked) {
            return checked;
        }
    }
    return Done{};
}

namespace {

Reply refusal(const QString &line)
{
    return {ExitCode::Usage, {QLatin1String("plimsoll: ") + line}};
}

/// Arguments that no option or command accepted, without `--` itself.
QStringList leftOver(const CLI::App &app)
{
    QStringList words;
    for (const std::string &one : app.remaining(true)) {
        if (one != "--") {
            words << fromLocal(one);
        }
    }
    return words;
}

/// Rejects `--url=`, for which CLI11 would take the following word.
std::optional<Reply> checkAssignments(std::span<char *const> words)
{
    for (std::size_t i = 1; i < words.size() && words[i] != "--"sv; ++i) {
        const std::string word = words[i];
        if (word.starts_with("--") && word.find('=') == word.size() - 1) {
            return refusal(tr("%1: nothing follows the =").arg(printableWord(fromLocal(word))));
        }
    }
    return std::nullopt;
}

/// Rejects an option without its value, for which CLI11 would take the option behind it.
std::optional<Reply> checkValues(const std::vector<CommandInfo> &all, std::span<char *const> words)
{
    QHash<QString, QString> values; // by name: what the option takes; empty: nothing
    for (const CommandInfo &info : all) {
        for (const OptionInfo &option : info.options) {
            for (const QString &name : option.names) {
                values.insert(name, option.value);
            }
        }
    }
    for (std::size_t i = 1; i + 1 < words.size() && words[i + 1] != "--"sv; ++i) {
        const QString word = fromLocal(words[i]);
        const QString next = fromLocal(words[i + 1]).section(u'=', 0, 0);
        if (!values.value(word).isEmpty() && values.contains(next)) {
            return refusal(tr("%1: its value is missing: %2").arg(word, values.value(word)));
        }
    }
    return std::nullopt;
}

/// Checks words after `--`, which CLI11 parses as options again once the command has its one word.
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
            return refusal(tr("%1: not expected here").arg(printableWord(QString::fromLocal8Bit(*word))));
        }
    }
    return std::nullopt;
}

/// Rejects words that look like options but are unknown to this command.
std::optional<Reply> checkOptions(const CLI::App &app)
{
    if (app.get_subcommands().empty()) {
        return std::nullopt;
    }
    QStringList known;
    for (const CLI::Option *option : app.get_subcommands().front()->get_options()) {
        for (const std::string &name : option->get_lnames()) {
            known << QLatin1String("--") + fromLocal(name);
        }
    }
    for (const QString &typed : leftOver(app)) {
        if (typed.size() < 2 || !typed.startsWith(u'-')) {
            continue;
        }
        const QString nearest = redis::nearestName(typed, known);
        return refusal(nearest.isEmpty()
                           ? tr("%1: no such option").arg(printableWord(typed))
                           : tr("%1: no such option; did you mean %2?").arg(printableWord(typed), nearest));
    }
    return std::nullopt;
}

/// Rejects options before the command that it does not use, or that stand behind it as well.
std::optional<Reply> checkBeforeCommand(const CLI::App &app, const std::vector<std::string> &ofCommands)
{
    static const std::set<std::string> harmless{"--data-dir", "--verbose"}; // say nothing of what is to be done
    const std::vector<CLI::App *> parsed = app.get_subcommands();
    for (const CLI::Option *option : app.get_options()) {
        if (option->count() == 0 || option->get_lnames().empty()) {
            continue;
        }
        const std::string name = option->get_name();
        if (parsed.empty()) {
            if (std::find(ofCommands.begin(), ofCommands.end(), name) != ofCommands.end()) {
                return refusal(tr("%1: the dashboard has no such option").arg(fromLocal(name)));
            }
            continue;
        }
        const CLI::Option *own = parsed.front()->get_option_no_throw(name);
        if (own == nullptr && !harmless.contains(name)) {
            return refusal(tr("%1: %2 has no such option").arg(fromLocal(name), fromLocal(parsed.front()->get_name())));
        }
        if (own != nullptr && own->count() > 0 && own->get_type_size() > 0) {
            return refusal(tr("%1: given twice").arg(fromLocal(name)));
        }
    }
    return std::nullopt;
}

/// Rejects a server URL with a password in any other argument, where it would be printed, stored or name a file.
std::optional<Reply> checkSecrets(const CLI::App &app)
{
    std::vector<const CLI::App *> parts{&app};
    for (const CLI::App *command : app.get_subcommands()) {
        parts.push_back(command);
    }
    for (const CLI::App *part : parts) {
        for (const CLI::Option *option : part->get_options()) {
            const std::string name = option->get_name();
            if (name == "--url" || name == "URL" || name == "--workspace" || name == "target") {
                continue; // where one may stand
            }
            for (const std::string &result : option->results()) {
                const QString word = fromLocal(result);
                const bool isServer = word.startsWith(QLatin1String("redis"), Qt::CaseInsensitive)
                    || word.startsWith(QLatin1String("unix"), Qt::CaseInsensitive);
                if (isServer && isUrl(word) && printableWord(word) != word) {
                    return refusal(tr("%1 %2: a URL with a password is not expected here")
                                       .arg(fromLocal(name), printableWord(word)));
                }
            }
        }
    }
    return std::nullopt;
}

/// Rejects a word that is neither a command, nor a URL, nor a file: most likely a mistyped command.
std::optional<Reply> checkTarget(const QString &target)
{
    const bool isPlace = target.isEmpty() || isUrl(target) || target.contains(u'/')
        || target.endsWith(QLatin1String(".json")) || QFileInfo::exists(target);
    if (isPlace) {
        return std::nullopt;
    }
    QStringList names;
    for (const CommandSpec *spec : commandSpecs()) {
        names << QLatin1String(spec->name);
    }
    names.sort();
    const QString nearest = redis::nearestName(target, names);
    const QString known = names.join(QLatin1String(", "));
    return refusal(
        nearest.isEmpty()
            ? tr("%1: no such command, workspace or URL; commands are %2").arg(printableWord(target), known)
            : tr("%1: no such command; did you mean '%2'? Commands are %3").arg(printableWord(target), nearest, known));
}

/// Checks the words without an option: the dashboard's targets, which no command has before it.
std::optional<Reply> checkTargets(const CLI::App &app)
{
    const QStringList targets = distinct(app.get_option("target")->results());
    const bool isDashboard = app.get_subcommands().empty();
    if (!isDashboard && !targets.isEmpty()) {
        const QString &word = targets.front();
        const bool isUrl = word.contains(QLatin1String("://"));
        return refusal(tr("%1: not expected here; %2")
                           .arg(printableWord(redis::withoutPassword(word)),
                                isUrl ? tr("a server is given with -u") : tr("a workspace is given with -w")));
    }
    if (const QStringList extra = leftOver(app); !extra.isEmpty()) {
        const auto wrong = isDashboard ? checkTarget(targets.value(0)) : std::nullopt;
        return wrong ? *wrong : refusal(tr("%1: not expected here").arg(printableWord(extra.front())));
    }
    for (const QString &target : targets) {
        if (auto wrong = checkTarget(target)) {
            return wrong;
        }
    }
    return std::nullopt;
}

/// Gives a command the values of its options that stand before it.
void passOn(const CLI::App &app, const CLI::App &command)
{
    for (const CLI::Option *option : app.get_options()) {
        if (option->count() > 0 && !option->get_lnames().empty()) {
            const CLI::Option *own = command.get_option_no_throw(option->get_name());
            if (own != nullptr && own->count() == 0) {
                own->get_callback()(option->results()); // which were checked as the program's
            }
        }
    }
}

/// Returns the problem in one line, without a password that was typed.
QString problemText(const CLI::ParseError &error)
{
    QString text = printableWord(fromLocal(error.what()).simplified());
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&error) == nullptr) {
        return text;
    }
    static const QRegularExpression missing(QStringLiteral(R"(\A(\S+): \d+ required (.*) missing\z)"));
    static const QRegularExpression often(QStringLiteral(R"(\A(\S+): At Most \d+ required)"));
    if (const auto match = missing.match(text); match.hasMatch()) {
        return tr("%1: its value is missing: %2").arg(match.captured(1), match.captured(2));
    }
    const auto match = often.match(text);
    return match.hasMatch() ? tr("%1: given more than once").arg(match.captured(1)) : text;
}

/// A command with its options.
struct Candidate {
    std::unique_ptr<Command> command;
    std::unique_ptr<Options> options;
};

Candidate declare(std::unique_ptr<Command> command, CLI::App &part)
{
    auto options = std::make_unique<Options>(part);
    command->addOptions(*options);
    options->common();
    return {std::move(command), std::move(options)};
}

/// The program and all commands, declared to one parser.
struct Declarations {
    CLI::App app{"Plimsoll: a dashboard for Redis collections", "plimsoll"};
    Candidate dashboard; ///< the program without a command
    std::vector<std::pair<CLI::App *, Candidate>> commands;

    Declarations()
    {
        app.set_version_flag("--version", std::string("plimsoll ") + PLIMSOLL_VERSION);
        app.allow_extras();
        app.require_subcommand(0, 1);
        dashboard = declare(makeDashboardCommand(), app);
        for (const CommandSpec *spec : commandSpecs()) {
            CLI::App *part = app.add_subcommand(spec->name, spec->help);
            part->fallthrough(); // accepts the program's options behind the command
            commands.emplace_back(part, declare(spec->make(), *part));
        }
    }
    ~Declarations() = default;
    Q_DISABLE_COPY_MOVE(Declarations)

    [[nodiscard]] std::vector<CommandInfo> infos() const
    {
        std::vector<CommandInfo> all{dashboard.options->info()};
        all.front().summary = fromLocal(app.get_description());
        OptionInfo &version = all.front().options.emplace_back();
        version.names << QStringLiteral("--version");
        version.help = tr("Show the version");
        for (const auto &[part, candidate] : commands) {
            all.push_back(candidate.options->info());
            all.back().name = fromLocal(part->get_name());
            all.back().summary = fromLocal(part->get_description());
        }
        return all;
    }

    /// The help of the program, or of the command on the line.
    [[nodiscard]] QString help() const
    {
        const std::vector<CommandInfo> all = infos();
        const auto parsed = app.get_subcommands();
        const QString name = parsed.empty() ? QString() : fromLocal(parsed.back()->get_name());
        const auto asked =
            std::find_if(all.begin(), all.end(), [&name](const CommandInfo &info) { return info.name == name; });
        return helpText(*asked, all);
    }
};

} // namespace

std::vector<CommandInfo> commandInfos()
{
    return Declarations().infos();
}

std::variant<CommandLine, Reply> parseCommandLine(int argc, char **argv)
{
    const std::span words(argv, static_cast<std::size_t>(argc));
    if (auto wrong = checkAssignments(words)) {
        return *wrong;
    }
    Declarations declared;
    if (auto wrong = checkValues(declared.infos(), words)) {
        return *wrong;
    }
    const CLI::App &app = declared.app;
    Candidate &chosen = declared.dashboard;
    const std::vector<std::string> ofCommands = chosen.options->ofCommands();
    try {
        declared.app.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        return Reply{ExitCode::Done, {declared.help()}};
    } catch (const CLI::CallForVersion &version) {
        return Reply{ExitCode::Done, {fromLocal(version.what()).trimmed()}};
    } catch (const CLI::ParseError &error) {
        return refusal(problemText(error));
    }
    for (const auto &wrong : {checkBehindDashes(app, words), checkOptions(app), checkBeforeCommand(app, ofCommands),
                              checkSecrets(app), checkTargets(app)}) {
        if (wrong) {
            return *wrong;
        }
    }
    for (auto &[part, candidate] : declared.commands) {
        if (part->parsed()) {
            passOn(app, *part);
            chosen = std::move(candidate);
        }
    }
    if (const Outcome checked = chosen.options->runChecks(); !checked) {
        return refusal(checked.error().message);
    }
    return CommandLine{std::move(chosen.command), chosen.options->isVerbose(), chosen.options->isPaging()};
}

} // namespace plimsoll::app

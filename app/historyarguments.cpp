// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyarguments.h"

#include "app/clitext.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>
#include <QDateTime>

#include <CLI/CLI.hpp>

namespace plimsoll::app {

namespace {

/// Parses a time: "2026-11-23T12:00:00Z", local time without a zone, or an age such as "15m".
std::optional<std::chrono::milliseconds> momentOf(const QString &typed, std::chrono::milliseconds now)
{
    if (const auto ago = parseDuration(typed)) {
        return now - *ago;
    }
    const QDateTime time = QDateTime::fromString(typed, Qt::ISODateWithMs);
    return time.isValid() ? std::optional(std::chrono::milliseconds(time.toMSecsSinceEpoch())) : std::nullopt;
}

} // namespace

void addHistoryCommands(CLI::App &app, RawHistory &raw)
{
    CLI::App *record = app.add_subcommand("record", "Keep the history of workspaces going and raise alerts; no window");
    record->add_option("-w,--workspace", raw.workspaces, "The workspace; may be repeated")
        ->type_name("FILE")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    record->add_option("--every", raw.every, "Poll every so many seconds (default: as the workspace says)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 86'400.0));
    record->add_option("--count", raw.count, "End after so many polls")
        ->type_name("N")
        ->check(CLI::Range(1, 2'000'000'000));
    record->add_option("--listen", raw.listen, "Serve OpenMetrics at /metrics here (default address: 127.0.0.1)")
        ->type_name("[ADDRESS:]PORT");

    CLI::App *history = app.add_subcommand("history", "Figures of a collection over time");
    history->add_option("COLLECTION", raw.collection, "The collection's name in the workspace")->required();
    history->add_option("--figure", raw.figures, "This figure; may be repeated (default: all)")
        ->type_name("FIGURE")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    history->add_option("--from", raw.from, "The first moment: ISO 8601, or so long ago")->type_name("TIME");
    history->add_option("--to", raw.to, "The last moment, likewise")->type_name("TIME");
    history->add_option("--step", raw.step, "Gathered into steps of this length (default: what is kept)")
        ->type_name("DURATION");

    CLI::App *report = app.add_subcommand("report", "The report of an incident as one HTML file");
    report->add_option("--from", raw.from, "Its beginning: ISO 8601, or so long ago")->type_name("TIME")->required();
    report->add_option("--to", raw.to, "Its end, likewise (default: now)")->type_name("TIME");
    report->add_option("--output", raw.output, "Where the report goes")->type_name("FILE")->required();
    for (CLI::App *command : {record, history, report}) {
        command->fallthrough(); // accepts common options after the command
    }
}

std::variant<HistoryArguments, QString> readHistory(const RawHistory &raw, std::chrono::milliseconds now)
{
    HistoryArguments arguments;
    for (const std::string &file : raw.workspaces) {
        arguments.workspaces << QString::fromLocal8Bit(file.data(), static_cast<qsizetype>(file.size()));
    }
    arguments.workspaces.removeDuplicates();
    for (const std::string &figure : raw.figures) {
        arguments.figures << QString::fromStdString(figure);
    }
    arguments.figures.removeDuplicates();
    if (!raw.listen.empty()) {
        const QString typed = QString::fromStdString(raw.listen);
        arguments.listen = ListenAddress::parse(typed);
        if (!arguments.listen) {
            return tr("--listen: %1 is no address and port such as 127.0.0.1:9400, [::1]:9400 or :9400").arg(typed);
        }
    }
    const std::pair<const char *, std::pair<const std::string *, std::optional<std::chrono::milliseconds> *>> ends[]{
        {"--from", {&raw.from, &arguments.from}}, {"--to", {&raw.to, &arguments.to}}};
    for (const auto &[option, end] : ends) {
        if (!end.first->empty()) {
            const QString typed = QString::fromStdString(*end.first);
            *end.second = momentOf(typed, now);
            if (!*end.second) {
                return tr("%1: %2 is no time such as 2026-11-23T12:00:00Z, nor a duration such as 15m, 2h or 7d")
                    .arg(QLatin1String(option), typed);
            }
        }
    }
    if (!raw.output.empty()) {
        arguments.output = QString::fromLocal8Bit(raw.output.data(), static_cast<qsizetype>(raw.output.size()));
        arguments.to = arguments.to.value_or(now);
    }
    if (arguments.from && arguments.to && *arguments.from > *arguments.to) {
        return tr("--from is after --to");
    }
    if (!raw.output.empty() && arguments.from == arguments.to) {
        return tr("--from and --to are the same moment");
    }
    if (!raw.step.empty()) {
        const QString typed = QString::fromStdString(raw.step);
        arguments.step = parseDuration(typed);
        if (!arguments.step) {
            return tr("--step: %1 is no duration such as 500ms, 30s, 5m, 2h or 7d").arg(typed);
        }
        if (arguments.step->count() == 0) {
            return tr("--step: %1 is nothing; give more than that").arg(typed);
        }
    }
    return arguments;
}

} // namespace plimsoll::app

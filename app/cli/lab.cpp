// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/demo/demoserver.h"
#include "app/demo/terminationsignals.h"
#include "app/formats/texttable.h"
#include "app/lab/lab.h"
#include "app/cli/output.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <cmath>
#include <optional>
#include <thread>

namespace plimsoll::app {

namespace {

using models::LabCounter;
using models::LabReport;
using models::LabRole;

QString labText(const char *text)
{
    return QCoreApplication::translate("lab", text);
}

QLatin1StringView roleName(LabRole role)
{
    switch (role) {
    case LabRole::Fault:
        return QLatin1StringView("fault");
    case LabRole::Bound:
        return QLatin1StringView("bound");
    case LabRole::Price:
        break;
    }
    return QLatin1StringView("price");
}

/// Whole numbers as such, shares with two digits.
double shortened(double figure)
{
    return figure == std::floor(figure) ? figure : std::round(figure * 100) / 100;
}

ExitCode listPatterns(Format format)
{
    if (format == Format::Json) {
        models::JsonWriter json(models::JsonWriter::Layout::Indented);
        json.beginObject();
        json.beginArray("patterns");
        for (const lab::Experiment *experiment : lab::experiments()) {
            json.beginObject();
            json.text("pattern", experiment->id);
            json.text("title", labText(experiment->title));
            json.text("question", labText(experiment->question));
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return print(json.take()) ? ExitCode::Done : ExitCode::Failed;
    }
    TextTable table({{tr("pattern"), false}, {tr("what"), false}, {tr("question"), false}}, tableColour());
    for (const lab::Experiment *experiment : lab::experiments()) {
        table.add({experiment->id, labText(experiment->title), labText(experiment->question)});
    }
    return print(table.text().toUtf8()) ? ExitCode::Done : ExitCode::Failed;
}

QByteArray asJson(const LabReport &report)
{
    models::JsonWriter json(models::JsonWriter::Layout::Indented);
    json.beginObject();
    json.text("pattern", report.pattern);
    json.number("seconds", report.seconds);
    json.integer("seed", static_cast<qint64>(report.seed));
    json.integer("contention", report.contention);
    json.beginArray("counters");
    for (const LabCounter &counter : report.counters) {
        json.beginObject();
        json.text("id", counter.id);
        json.text("title", counter.title);
        json.text("role", roleName(counter.role));
        json.number("wrong", shortened(counter.wrong));
        json.number("right", shortened(counter.right));
        if (counter.bound) {
            json.number("bound", shortened(*counter.bound));
        }
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray asTable(const lab::Experiment &experiment, const LabReport &report)
{
    const QString head =
        tr("%1: %2 %3 s of load, %4 clients a side, seed %5\n\n")
            .arg(labText(experiment.title), labText(experiment.question), QString::number(report.seconds),
                 QString::number(report.contention), QString::number(report.seed));
    TextTable table({{tr("counter"), false},
                     {tr("what"), false},
                     {tr("role"), false},
                     {tr("wrong way"), true},
                     {tr("right way"), true},
                     {tr("at the most"), true}},
                    tableColour());
    for (const LabCounter &counter : report.counters) {
        table.add({counter.id, counter.title, roleName(counter.role), models::labFigure(counter.wrong),
                   models::labFigure(counter.right), counter.bound ? models::labFigure(*counter.bound) : QString()});
    }
    const QString cut = report.is == LabReport::Is::CutOff
        ? tr("\nSome work was still in flight when the time was up: counts above 0 may include it.\n")
        : QString();
    return (head + table.text() + cut).toUtf8();
}

/// On a private server that is there for this alone. The server lives on this thread, whose events it needs.
Result<LabReport> runPrivately(const lab::Experiment &experiment, const lab::Settings &settings)
{
    std::optional<Result<LabReport>> result;
    std::jthread runner; // behind the loop's end it is joined, ahead of the server's
    QEventLoop loop;
    demo::DemoServer server;
    std::stop_source stop;
    const auto giveUp = [&](const Error &error) {
        if (!result) {
            result = error;
        }
        loop.quit();
    };
    const TerminationSignals signalled;
    QObject::connect(&signalled, &TerminationSignals::asked, &loop, [&] {
        stop.request_stop();
        if (!runner.joinable()) {
            giveUp({ErrorKind::Cancelled, tr("stopped")});
        }
    });
    QObject::connect(&server, &demo::DemoServer::failed, &loop, [&](const QString &text) {
        giveUp({ErrorKind::Storage, text});
    });
    QObject::connect(&server, &demo::DemoServer::ready, &loop, [&] {
        if (runner.joinable()) {
            return; // the process died and was restarted: the run reports its lost connections
        }
        runner = std::jthread([&, endpoint = server.endpoint()] {
            lab::Settings own = settings;
            own.abandoned = stop.get_token();
            Result<LabReport> report = lab::run(experiment, endpoint, own, stop.get_token());
            QMetaObject::invokeMethod(
                &loop,
                [&, report = std::move(report)] {
                    result = report;
                    loop.quit();
                },
                Qt::QueuedConnection);
        });
    });
    server.start();
    loop.exec();
    stop.request_stop();
    if (runner.joinable()) {
        runner.join();
    }
    return *result;
}

class LabCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Runs the common wrong way and the right way of a pattern side by side, on a private server and under the "
            "same load, and counts what becomes of the jobs. Without a pattern it lists the patterns.");
        options.example("plimsoll lab", "The patterns, each with its question");
        options.example("plimsoll lab queue --seconds 10",
                        "Jobs lost by a queue with RPOP, next to one with a processing list");
        options.word("PATTERN", "The pattern; without one, all are listed", &m_pattern, Options::Need::Optional);
        options.number("--seconds", "S", "Duration of the load (default: 5)", &m_seconds, Bounds<double>{0.5, 600});
        options.number("--seed", "N", "Seed of the run: equal seeds give equal jobs and failures", &m_seed,
                       Bounds<qint64>{0, std::numeric_limits<qint64>::max()}); // JSON represents these exactly
        options.number("--contention", "N", "Number of concurrent clients (default: 8)", &m_contention,
                       Bounds<int>{1, 64});
        addFormat(options, &m_format);
    }

    ExitCode run() override
    {
        if (m_pattern.isEmpty()) {
            return listPatterns(m_format);
        }
        const lab::Experiment *experiment = lab::findExperiment(m_pattern);
        if (experiment == nullptr) {
            QStringList names;
            for (const lab::Experiment *one : lab::experiments()) {
                names << one->id;
            }
            const QString nearest = redis::nearestName(m_pattern, names);
            const QString shown = printable(m_pattern.toUtf8(), 60);
            const QString known = names.join(QLatin1String(", "));
            complain(QLatin1String("plimsoll: ")
                     + (nearest.isEmpty()
                            ? tr("%1: no such pattern; there are %2").arg(shown, known)
                            : tr("%1: no such pattern; did you mean '%2'? There are %3").arg(shown, nearest, known)));
            return ExitCode::Usage;
        }
        lab::Settings settings;
        settings.seconds = m_seconds;
        settings.seed = static_cast<quint64>(m_seed);
        settings.contention = m_contention;
        if (const double most = lab::mostSeconds(*experiment, settings.producers); settings.seconds > most) {
            complain(QLatin1String("plimsoll: ")
                     + tr("--seconds: %1 runs for at most %2 s, until the memory of its server is full")
                           .arg(experiment->id, QString::number(most)));
            return ExitCode::Usage;
        }
        const Result<LabReport> report = runPrivately(*experiment, settings);
        if (!report) {
            return fail(report.error());
        }
        const QByteArray text = m_format == Format::Json ? asJson(*report) : asTable(*experiment, *report);
        return print(text) ? ExitCode::Done : ExitCode::Failed;
    }

    QString m_pattern; ///< empty: lists the patterns
    double m_seconds = 5;
    qint64 m_seed = 1;
    int m_contention = 8;
    Format m_format = Format::Table;
};

} // namespace

extern const CommandSpec labCommand{"lab", "A pattern's wrong way and right way side by side, counted",
                                    &makeCommand<LabCommand>};

} // namespace plimsoll::app

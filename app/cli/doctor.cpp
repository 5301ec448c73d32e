// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/connection/connectiontest.h"
#include "app/cli/output.h"
#include "models/documents/jsonwriter.h"

#include <algorithm>

namespace plimsoll::app {

namespace {

QByteArray reportJson(const ConnectionReport &report)
{
    models::JsonWriter json(models::JsonWriter::Layout::Indented);
    json.beginObject();
    json.beginArray("steps");
    for (const ConnectionStep &step : report.steps) {
        json.beginObject();
        json.text("step", step.step);
        json.text("state", stepStateId(step.state));
        json.text("text", step.text);
        json.endObject();
    }
    json.endArray();
    json.boolean("ok", report.isOk());
    json.endObject();
    return json.take();
}

Ink stepInk(StepState state)
{
    switch (state) {
    case StepState::Ok:
        break;
    case StepState::Warning:
        return Ink::Warning;
    case StepState::Failed:
        return Ink::Critical;
    case StepState::Skipped:
        return Ink::Quiet;
    }
    return Ink::Plain;
}

/// One line a step, without a head, for grep.
QByteArray reportLines(const ConnectionReport &report, Colour colour)
{
    constexpr qsizetype widestState = 7;
    qsizetype width = 0;
    for (const ConnectionStep &step : report.steps) {
        width = std::max(width, step.step.size());
    }
    QString lines;
    for (const ConnectionStep &step : report.steps) {
        lines += step.step.leftJustified(width) + QLatin1String("  ")
            + inked(QString(stepStateId(step.state)).leftJustified(widestState), stepInk(step.state), colour)
            + QLatin1String("  ") + step.text + u'\n';
    }
    return lines.toUtf8();
}

ExitCode codeOf(const ConnectionReport &report)
{
    if (report.isOk()) {
        return ExitCode::Done;
    }
    switch (report.failure->kind) {
    case ErrorKind::Invalid:
    case ErrorKind::WrongType:
        return ExitCode::Usage;
    case ErrorKind::Refused:
        return ExitCode::Refused;
    default:
        return ExitCode::Unreachable;
    }
}

/// Tests the way to a server, and a workspace on it.
class DoctorCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Tests the connection to a server and its workspace step by step, from the host name to each collection. "
            "For each step it says whether it is ok, and if not, why and what to do. It only reads.");
        options.describe("The exit code says what is wrong: 3 if the server cannot be reached or refuses the login, 4 "
                         "if a permission is missing, 2 if the workspace has mistakes.");
        options.example("plimsoll doctor rediss://ops@redis.example:6380",
                        "Test a server, before there is a workspace");
        options.example("plimsoll doctor -w orders.json", "Test a workspace and each of its collections");
        addPlaceOrServer(options, "The server, where there is no workspace", tr("test"), &m_place);
        addFormat(options, &m_format);
        options.refuse([this] { return !m_place.isNamed(); },
                       tr("nothing to test is given: name the URL of a server, or -w FILE"));
    }

    std::variant<Opened, ExitCode> open() const
    {
        if (!m_place.workspace.isEmpty()) {
            return openWorkspace(m_place);
        }
        const Result<redis::Endpoint> endpoint = redis::Endpoint::parse(m_place.url);
        if (!endpoint) {
            return fail(endpoint.error());
        }
        return Opened{std::make_shared<const Workspace>(), withEnvironmentPassword(*endpoint)};
    }

    ExitCode run() override
    {
        const auto opened = open();
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        const auto &[workspace, endpoint] = std::get<Opened>(opened);
        ConnectionReport report;
        redis::Endpoint at = endpoint;
        const Outcome tested = withKeychain(at, [&, &of = workspace](const redis::Endpoint &with) -> Outcome {
            report = testConnection(of, with);
            return report.failure ? Outcome(*report.failure) : Done{};
        });
        Q_UNUSED(tested)
        const QByteArray text = m_format == Format::Json ? reportJson(report) : reportLines(report, tableColour());
        return print(text) ? codeOf(report) : ExitCode::Failed;
    }

    Place m_place;
    Format m_format = Format::Table;
};

} // namespace

extern const CommandSpec doctorCommand{"doctor", "Test the connection to the server and the workspace, step by step",
                                       &makeCommand<DoctorCommand>};

} // namespace plimsoll::app

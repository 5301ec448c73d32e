// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/desktop/datafolder.h"
#include "app/cli/output.h"
#include "app/report/reporthtml.h"

#include <QFileInfo>
#include <QSaveFile>

namespace plimsoll::app {

namespace {

/// Writes the file atomically; the previous one stays until the new one is complete.
Outcome save(const QString &path, const QByteArray &document)
{
    QSaveFile file(path);
    if (const QFileInfo there(path); there.exists() && !there.isFile()) {
        return Error{ErrorKind::Storage, tr("%1 cannot be written: it is not a file").arg(path)};
    }
    if (!file.open(QIODevice::WriteOnly) || file.write(document) != document.size() || !file.commit()) {
        return Error{ErrorKind::Storage, tr("%1 cannot be written: %2").arg(path, file.errorString())};
    }
    return Done{};
}

class ReportCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Writes a period of time as one HTML file that opens anywhere: figures before and after, "
                         "charts, alerts and operations, as recorded. The server is not asked.");
        options.example("plimsoll report -w orders.json --from 3h --output incident.html", "The last three hours");
        options.example(
            "plimsoll report -w orders.json --from 2026-11-20T03:00 --to 2026-11-20T04:30 --output night.html",
            "A part of last night");
        options.moment("--from", "Start of the report: ISO 8601, or an age such as 2h", &m_from,
                       Options::Need::Required);
        options.moment("--to", "End of the report (default: now)", &m_to);
        options.text("--output", "FILE", "File to write the report to", &m_output, Options::Need::Required);
        options.check([this, now = options.now()] {
            m_to = m_to.value_or(now);
            return Done{};
        });
        requireOrder(options, &m_from, &m_to);
        options.refuse([this] { return m_from == m_to; }, tr("--from and --to are the same moment"));
        addPlace(options, &m_place);
        requireWorkspace(options, [this] { return m_place.workspace.isEmpty(); });
    }

    ExitCode run() override
    {
        const auto opened = openWorkspace(m_place);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        const auto &[workspace, endpoint] = std::get<Opened>(opened);
        if (QFileInfo(m_output) == QFileInfo(workspace->path)) {
            return fail({ErrorKind::Invalid, tr("%1 is the workspace; name another file with --output").arg(m_output)});
        }
        const auto incident = gatherIncident(workspace, endpoint, dataFolder(m_place.dataDir), {*m_from, *m_to});
        if (!incident) {
            return fail(incident.error());
        }
        if (const Outcome saved = save(m_output, reportHtml(*incident)); !saved) {
            return fail(saved.error());
        }
        for (const QString &missing : incident->missing) {
            complain(QLatin1String("plimsoll: ") + missing.simplified());
        }
        return incident->missing.isEmpty() ? ExitCode::Done : ExitCode::Failed;
    }

    std::optional<std::chrono::milliseconds> m_from, m_to; ///< Unix ms
    QString m_output;
    Place m_place;
};

} // namespace

extern const CommandSpec reportCommand{"report", "The report of an incident as one HTML file",
                                       &makeCommand<ReportCommand>};

} // namespace plimsoll::app

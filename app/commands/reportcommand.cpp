// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/headless.h"
#include "app/datafolder.h"
#include "app/output.h"
#include "app/report/reporthtml.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace plimsoll::app {

namespace {

/// Writes the file atomically; the previous one stays until the new one is complete.
Outcome save(const QString &path, const QByteArray &document)
{
    QSaveFile file(path);
    if (const QFileInfo there(path); there.exists() && !there.isFile()) {
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("cli", "%1 cannot be written: it is no file").arg(path)};
    }
    if (!file.open(QIODevice::WriteOnly) || file.write(document) != document.size() || !file.commit()) {
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("cli", "%1 cannot be written: %2").arg(path, file.errorString())};
    }
    return Done{};
}

} // namespace

ExitCode runReport(const Arguments &arguments)
{
    const auto opened = openWorkspace(arguments);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    const auto &[workspace, endpoint] = std::get<Opened>(opened);
    const HistoryArguments &asked = arguments.history;
    if (QFileInfo(asked.output) == QFileInfo(workspace->path)) {
        return fail({ErrorKind::Invalid,
                     QCoreApplication::translate("cli", "%1 is the workspace; name another file with --output")
                         .arg(asked.output)});
    }
    const auto incident = gatherIncident(workspace, endpoint, dataFolder(arguments.dataDir), {*asked.from, *asked.to});
    if (!incident) {
        return fail(incident.error());
    }
    if (const Outcome saved = save(asked.output, reportHtml(*incident)); !saved) {
        return fail(saved.error());
    }
    for (const QString &missing : incident->missing) {
        complain(QLatin1String("plimsoll: ") + missing.simplified());
    }
    return incident->missing.isEmpty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace plimsoll::app

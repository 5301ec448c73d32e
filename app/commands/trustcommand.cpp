// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/alerts/consent.h"
#include "app/clitext.h"
#include "app/commands/headless.h"
#include "app/datafolder.h"
#include "app/output.h"

namespace plimsoll::app {

ExitCode runTrust(const Arguments &arguments)
{
    const auto read = readWorkspaceFile(arguments.target);
    if (const auto *code = std::get_if<ExitCode>(&read)) {
        return *code;
    }
    const Workspace &workspace = *std::get<WorkspacePtr>(read);
    const QStringList lines = outsideActionLines(workspace);
    if (lines.isEmpty()) {
        return print((tr("%1: has no command and no webhook; there is nothing to allow").arg(workspace.path) + u'\n')
                         .toUtf8())
            ? ExitCode::Done
            : ExitCode::Failed;
    }
    const bool isDry = arguments.operation.dryRun;
    if (const Outcome kept = isDry ? Outcome(Done{}) : ConsentStore(dataFolder(arguments.dataDir)).allow(workspace);
        !kept) {
        return fail(kept.error());
    }
    QString text = (isDry ? tr("%1 would be allowed to:") : tr("%1 is allowed to:")).arg(workspace.path) + u'\n';
    for (const QString &line : lines) {
        text += QLatin1String("  ") + line + u'\n';
    }
    return print(text.toUtf8()) ? ExitCode::Done : ExitCode::Failed;
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/consent.h"
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/desktop/datafolder.h"
#include "app/cli/output.h"

namespace plimsoll::app {

namespace {

/// Allows what the workspace runs outside of the program, and shows it.
class TrustCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("A workspace may name programs to run, for its alerts and to connect (passwordCommand, ssh), "
                         "and addresses to post to. None is used before you have allowed it. This command shows them "
                         "in full and allows them; the consent applies to this file and exactly these values.");
        options.example("plimsoll trust orders.json --dry-run", "What would be allowed");
        options.example("plimsoll trust orders.json", "Allow it, so that plimsoll record raises its alerts");
        options.word("FILE", "The workspace", &m_file);
        addDataDir(options, &m_dataDir);
        addDryRun(options, &m_isDryRun);
    }

    ExitCode run() override
    {
        const auto read = readWorkspaceFile(m_file);
        if (const auto *code = std::get_if<ExitCode>(&read)) {
            return *code;
        }
        const Workspace &workspace = *std::get<WorkspacePtr>(read);
        const QStringList lines = outsideActionLines(workspace);
        if (lines.isEmpty()) {
            const QString text =
                tr("%1: names no program, no webhook and no ssh; there is nothing to allow").arg(workspace.path)
                + u'\n';
            return print(text.toUtf8()) ? ExitCode::Done : ExitCode::Failed;
        }
        if (const Outcome kept = m_isDryRun ? Outcome(Done{}) : ConsentStore(dataFolder(m_dataDir)).allow(workspace);
            !kept) {
            return fail(kept.error());
        }
        QString text =
            (m_isDryRun ? tr("%1 would be allowed to:") : tr("%1 is allowed to:")).arg(workspace.path) + u'\n';
        for (const QString &line : lines) {
            text += QLatin1String("  ") + line + u'\n';
        }
        return print(text.toUtf8()) ? ExitCode::Done : ExitCode::Failed;
    }

    QString m_file, m_dataDir;
    bool m_isDryRun = false;
};

} // namespace

extern const CommandSpec trustCommand{"trust",
                                      "Allow the commands, webhooks and ssh that this workspace names, and show them",
                                      &makeCommand<TrustCommand>};

} // namespace plimsoll::app

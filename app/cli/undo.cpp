// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/operating.h"
#include "app/desktop/datafolder.h"
#include "redis/operations/plan/planner.h"
#include "redis/types/redaction.h"

namespace plimsoll::app {

namespace {

class UndoCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Puts back what an operation moved or removed, on the server where it ran, from the archive "
                         "in the journal. Elements that have changed there since are skipped and counted. It shows the "
                         "plan and asks first.");
        options.example("plimsoll undo 02827840 --dry-run", "What would be put back");
        options.example("plimsoll undo 02827840",
                        "Put it back; the id is printed by the operation and by plimsoll operations");
        options.word("OPERATION", "Its id, as the operation printed it", &m_operation);
        options.flag("--other-server", "Undo on this server although the operation ran on another", &m_onOtherServer);
        m_acting.addTo(options, false, UrlAsWorkspace::ServerIsEnough);
    }

    ExitCode run() override
    {
        const auto journal = redis::Journal::open(dataFolder(m_acting.place.dataDir));
        if (!journal) {
            return fail(journal.error());
        }
        const Result<OperationReport> report = (*journal)->operation(m_operation);
        if (!report) {
            return fail(report.error());
        }
        auto opened = openWhereItRan(m_acting, *report);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        auto &[workspace, endpoint] = std::get<Opened>(opened);
        if (const auto refused = refusalToChange(workspace, m_acting)) {
            return fail(*refused);
        }
        const StopOnSignal signal;
        const auto server = connectToOperate(endpoint, {.readOnly = m_acting.isDryRun});
        if (!server) {
            return fail(server.error());
        }
        if (!m_acting.isDryRun) {
            for (const OperationReport &left : recoverFirst(**server, journal->get(), signal.token())) {
                if (left.errorKind && (left.id == m_operation || left.undoOf == m_operation)) {
                    return fail({*left.errorKind,
                                 tr("%1 was not undone: %2 is still open, and cannot be closed now")
                                     .arg(m_operation, left.id)}); // why has been said
                }
            }
        }
        redis::Planner planner(**server, signal.token());
        Result<Plan> plan =
            planner.planUndo(**journal, m_operation, m_onOtherServer ? redis::OnServer::Any : redis::OnServer::Same,
                             tr("--other-server puts it back on this one anyway."), workspace.get());
        if (plan && workspace) {
            plan->production = plan->production || workspace->connection.production;
        }
        // An undo knows its collection by name alone: what any collection of the workspace hides stays hidden.
        std::optional<QStringList> hidden;
        if (workspace) {
            hidden = redactedFields(*workspace);
        }
        OperationReport about;
        about.action = Action::Undo;
        about.collection = report->collection;
        about.undoOf = m_operation;
        return carryOut(m_acting, **server, journal->get(), std::move(about), plan, hidden, signal);
    }

    QString m_operation;
    bool m_onOtherServer = false;
    ActingOptions m_acting;
};

} // namespace

extern const CommandSpec undoCommand{"undo", "Put back what an operation moved or removed", &makeCommand<UndoCommand>};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operating.h"

namespace plimsoll::app {

namespace {

class RequeueCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Requeues the stale jobs of a queue, a schedule or a stream. Those that have used up their attempts become "
            "dead letters instead. It shows the plan and asks before it changes anything; plimsoll undo reverses it.");
        options.example("plimsoll requeue email -w orders.json --dry-run",
                        "What would be moved, with scripts and keys");
        options.example("plimsoll requeue email -w orders.json --older-than 10m --yes",
                        "Requeue jobs stale for ten minutes, without a question");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        options.texts("--id", "ID", "Only this job; may be repeated", &m_request.ids);
        options.duration("--older-than", "Only jobs stale for longer than this, instead of staleAfter",
                         &m_request.olderThan);
        options.bytes(
            "--to", "CONSUMER|TIER",
            "For a stream: claim the entries for this consumer (default: plimsoll, from which any consumer may claim "
            "them). For a queue with several ready lists: requeue to this one (default: where each job came from)",
            &m_request.target);
        options.bytes("--group", "NAME", "Only this consumer group of the stream", &m_request.group);
        m_acting.addTo(options, true);
    }

    ExitCode run() override { return operate(m_acting, m_collection, m_request); }

    QString m_collection;
    OperationRequest m_request; ///< without workspace and collection
    ActingOptions m_acting;
};

} // namespace

extern const CommandSpec requeueCommand{"requeue", "Requeue stale jobs", &makeCommand<RequeueCommand>};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operating.h"

namespace plimsoll::app {

namespace {

class RequeueCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Moves stale jobs of a queue, a schedule or a stream back to be worked on. Those that have "
                         "used up their attempts become dead letters instead. It shows the plan and asks before it "
                         "changes anything; plimsoll undo puts back what it moved.");
        options.example("plimsoll requeue email -w orders.json --dry-run",
                        "What would be moved, with scripts and keys");
        options.example("plimsoll requeue email -w orders.json --older-than 10m --yes",
                        "Move what has been stale for ten minutes, without a question");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        options.texts("--id", "ID", "Only this job; may be repeated", &m_request.ids);
        options.duration("--older-than", "Only jobs stale for longer than this, instead of staleAfter",
                         &m_request.olderThan);
        options.bytes(
            "--to", "CONSUMER|TIER",
            "Of a stream: claim the entries for this consumer; without it for plimsoll, from whom anybody may "
            "claim them. Of a queue with several ready lists: onto this one; without it each job onto the one "
            "it came from",
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

extern const CommandSpec requeueCommand{"requeue", "Move stale jobs back to be worked on",
                                        &makeCommand<RequeueCommand>};

} // namespace plimsoll::app

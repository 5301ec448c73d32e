// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/operating.h"
#include "redis/types/elementstate.h"

namespace plimsoll::app {

namespace {

class DeadCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Lists, requeues or removes the dead letters of a collection; of a stream, the entries that were delivered "
            "too often. It shows the plan and asks before it changes anything; plimsoll undo reverses it.");
        options.example("plimsoll dead email -w orders.json", "List them, with their last errors");
        options.example("plimsoll dead email -w orders.json --requeue --id 8f32-02", "Requeue one of them");
        options.example("plimsoll dead email -w orders.json --discard --all", "Remove them all");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        options.texts("--id", "ID", "Only this job; may be repeated", &m_request.ids);
        options.flag("--requeue", "Requeue the dead letters, with 0 attempts", &m_requeues);
        options.flag("--discard", "Remove the dead letters; undo puts them back", &m_discards);
        options.flag("--dead-letter", "For a stream: move poison entries to the dead stream and acknowledge them",
                     &m_deadLetters);
        options.flag("--all", "All dead letters", &m_isAll);
        options.bytes("--group", "NAME", "Only this consumer group of the stream", &m_request.group);
        options.bytes("--to", "TIER", "Requeue to this ready list or band (default: where each came from)",
                      &m_request.target);
        options.flag("--keep-attempts", "Keep the attempts of requeued jobs", &m_request.keepAttempts);
        const auto acts = [this] { return int(m_requeues) + int(m_discards) + int(m_deadLetters); };
        const auto isChosen = [this] { return !m_request.ids.empty(); };
        options.refuse([acts] { return acts() > 1; }, tr("dead takes one of --requeue, --discard and --dead-letter"));
        options.refuse([=, this] { return acts() == 1 && m_isAll == isChosen(); },
                       tr("dead --requeue, --discard and --dead-letter take either --id ID or --all"));
        options.refuse([=, this] { return acts() == 0 && (m_isAll || isChosen()); },
                       tr("--id and --all say what to act on; add --requeue, --discard or --dead-letter"));
        options.refuse([this] { return m_request.keepAttempts && !m_requeues; }, tr("--keep-attempts needs --requeue"));
        options.refuse([this] { return !m_request.target.isEmpty() && !m_requeues; }, tr("--to needs --requeue"));
        m_acting.addTo(options, true);
    }

    ExitCode run() override
    {
        if (!m_requeues && !m_discards && !m_deadLetters) {
            return list();
        }
        m_request.action = m_requeues ? Action::RequeueDead : m_discards ? Action::Discard : Action::DeadLetter;
        return operate(m_acting, m_collection, m_request);
    }

    /// Lists dead letters; for a stream its poison entries, to which operations apply.
    ExitCode list()
    {
        const auto opened = openCollection(m_acting.place, m_collection);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        const CollectionDefinition &definition = std::get<OpenedCollection>(opened).definition();
        if (const QString wrong = onlyForStreams(m_request, definition); !wrong.isEmpty()) {
            return fail({ErrorKind::Invalid, wrong});
        }
        JobList list{.group = m_request.group, .format = m_acting.format};
        list.state = (definition.has(Holds::Entries) ? stateOf(Holds::Entries, ElementState::Which::Overdue)
                                                     : stateOf(Holds::Dead))
                         .id;
        list.limit = m_acting.limit > 0 ? m_acting.limit : list.limit;
        return listJobs(std::get<OpenedCollection>(opened), list);
    }

    QString m_collection;
    OperationRequest m_request;
    bool m_requeues = false, m_discards = false, m_deadLetters = false; ///< all false: lists the letters
    bool m_isAll = false;
    ActingOptions m_acting;
};

} // namespace

extern const CommandSpec deadCommand{"dead", "List, requeue or discard dead letters", &makeCommand<DeadCommand>};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operationarguments.h"

#include "app/clitext.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

namespace plimsoll::app {

namespace {

void addCollection(CLI::App *command, RawOperation &raw)
{
    command->add_option("COLLECTION", raw.collection, "The collection's name in the workspace")->required();
}

void addIds(CLI::App *command, RawOperation &raw)
{
    command->add_option("--id", raw.ids, "This job; may be repeated")
        ->type_name("ID")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
}

void addGroup(CLI::App *command, RawOperation &raw)
{
    command->add_option("--group", raw.group, "Of a stream: this consumer group alone")->type_name("NAME");
}

} // namespace

void addOperationCommands(CLI::App &app, RawOperation &raw)
{
    CLI::App *requeue = app.add_subcommand("requeue", "Move stale jobs back to be worked on");
    addCollection(requeue, raw);
    addIds(requeue, raw);
    requeue->add_option("--older-than", raw.olderThan, "Stale for longer than this, instead of staleAfter")
        ->type_name("DURATION");
    requeue
        ->add_option("--to", raw.to,
                     "Of a stream: claim the entries for this consumer; without it for plimsoll, from whom anybody may "
                     "claim them. Of a queue with several ready lists: onto this one; without it each job onto the one "
                     "it came from")
        ->type_name("CONSUMER|TIER");
    addGroup(requeue, raw);

    CLI::App *dead = app.add_subcommand("dead", "List, requeue or discard dead letters");
    addCollection(dead, raw);
    addIds(dead, raw);
    dead->add_flag("--requeue", raw.requeue, "Back to be worked on, with attempts 0");
    dead->add_flag("--discard", raw.discard, "Out of the collection; undo brings them back");
    dead->add_flag("--dead-letter", raw.deadLetter,
                   "Of a stream: poison entries to the dead stream, acknowledged in one");
    dead->add_flag("--all", raw.all, "All of them");
    addGroup(dead, raw);
    dead->add_option("--to", raw.to, "Requeued ones onto this ready list, or into this band; else where each came from")
        ->type_name("TIER");
    dead->add_flag("--keep-attempts", raw.keepAttempts, "Requeued ones keep their attempts");

    CLI::App *trim = app.add_subcommand("trim", "Cut a collection to its bound");
    addCollection(trim, raw);
    trim->add_option("--keep", raw.keep, "Keep the newest N, or the best N of a leaderboard")
        ->type_name("N")
        ->check(CLI::Range(0LL, 1'000'000'000'000LL));
    trim->add_option("--older-than", raw.olderThan, "Cut what is older")->type_name("DURATION");
    trim->add_flag("--to-bound", raw.toBound, "Cut to the workspace's bound");
    trim->add_flag("--no-archive", raw.noArchive, "Keep nothing to undo it with");

    CLI::App *undo = app.add_subcommand("undo", "Put back what an operation moved or removed");
    undo->add_option("OPERATION", raw.operation, "Its id, as the operation printed it")->required();
    undo->add_flag("--other-server", raw.otherServer, "Put it back here although it ran on another server");

    CLI::App *operations = app.add_subcommand("operations", "The journal of operations");
    operations->add_flag("--recover", raw.recover, "Complete the account of operations that were cut off");
    operations->add_option("--give-up", raw.giveUp, "Close one whose server is gone for good, as far as it is recorded")
        ->type_name("OPERATION");

    for (CLI::App *command : {requeue, dead, trim, undo, operations}) {
        command->fallthrough(); // accepts common options after the command
    }
}

std::variant<OperationArguments, QString> readOperation(const std::string &command, const RawOperation &raw)
{
    OperationArguments arguments;
    for (const std::string &id : raw.ids) {
        arguments.ids.emplace_back(id.data(), static_cast<qsizetype>(id.size()));
    }
    if (!raw.olderThan.empty()) {
        const QString typed = QString::fromStdString(raw.olderThan);
        arguments.olderThan = parseDuration(typed);
        if (!arguments.olderThan) {
            return tr("--older-than: %1 is no duration such as 500ms, 30s, 5m, 2h or 7d").arg(typed);
        }
        if (arguments.olderThan->count() == 0) {
            return tr("--older-than: %1 is nothing; give more than that").arg(typed);
        }
    }
    arguments.keep = raw.keep >= 0 ? std::optional<qint64>(raw.keep) : std::nullopt;
    arguments.toBound = raw.toBound;
    arguments.archive = !raw.noArchive;
    arguments.all = raw.all;
    arguments.requeue = raw.requeue;
    arguments.discard = raw.discard;
    arguments.deadLetter = raw.deadLetter;
    arguments.group = QByteArray::fromStdString(raw.group);
    arguments.to = QByteArray::fromStdString(raw.to);
    arguments.keepAttempts = raw.keepAttempts;
    arguments.recover = raw.recover;
    arguments.giveUp = QString::fromStdString(raw.giveUp);
    arguments.otherServer = raw.otherServer;
    if (command == "dead") {
        const int acts = int(arguments.requeue) + int(arguments.discard) + int(arguments.deadLetter);
        if (acts > 1) {
            return tr("dead takes one of --requeue, --discard and --dead-letter");
        }
        if (acts == 1 && arguments.all != arguments.ids.empty()) {
            return tr("dead --requeue, --discard and --dead-letter take either --id ID or --all");
        }
        if (acts == 0 && (arguments.all || !arguments.ids.empty())) {
            return tr("--id and --all say what to act on; add --requeue, --discard or --dead-letter");
        }
        if (arguments.keepAttempts && !arguments.requeue) {
            return tr("--keep-attempts goes with --requeue");
        }
        if (!arguments.to.isEmpty() && !arguments.requeue) {
            return tr("--to goes with --requeue");
        }
    }
    if (arguments.recover && !arguments.giveUp.isEmpty()) {
        return tr("operations takes either --recover or --give-up OPERATION");
    }
    const int cuts = int(arguments.keep.has_value()) + int(arguments.olderThan.has_value()) + int(arguments.toBound);
    if (command == "trim" && cuts != 1) {
        return tr("trim takes exactly one of --keep N, --older-than DURATION and --to-bound");
    }
    return arguments;
}

} // namespace plimsoll::app

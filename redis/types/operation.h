// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/called.h"
#include "redis/types/planstep.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// Operations that change data, as values (design.md): what a person asks for, the frozen plan made of it, and the
/// report of what came of it. Made by redis/operations; shown by the window and printed by the command line.
namespace plimsoll {

enum class Action {
    Requeue, ///< stale jobs back to be worked on
    RequeueDead, ///< dead letters back to be worked on
    DeadLetter, ///< jobs of any state to the dead letters
    Discard, ///< elements of any state out of the collection
    RunNow, ///< delayed jobs to be worked on now
    Postpone, ///< delayed jobs to a later time
    Move, ///< between tiers
    ChangePriority, ///< to another band
    Trim, ///< to the newest or best N, or by age
    Prune, ///< presence: who was not seen for long
    Add, ///< members
    SetExpiry, ///< of the collection's keys
    Purge, ///< everything of one state
    Release, ///< locks, while they are held with the token that was seen
    Acknowledge, ///< pending entries of a stream
    SetLastId, ///< from where on a group of a stream reads
    CleanUp, ///< entries of an index whose time has passed, with the keys they stand for
    RemoveConsumer, ///< of a group of a stream, which gives away first what is pending at it
    Edit, ///< a job: its element or something of its record, and requeue it where that is asked for
    Adopt, ///< records of jobs that are queued nowhere: their ids, to be worked on
    Undo, ///< puts back what another operation moved or removed
};

/// "requeue", "trim", … as documents and journal name it (contract.md §2).
QLatin1StringView actionId(Action action);
std::optional<Action> findAction(QStringView id);

/// Other bytes for what a person saw of a job.
struct JobEdit {
    bool isOfRecord = false; ///< else of the element itself
    QByteArray field{}; ///< of a record that is a hash; empty: the whole of one that is a string
    QByteArray before{}, after{};
    std::vector<std::pair<QByteArray, QByteArray>> seen{}; ///< all fields of the record, as they were shown
    qint64 cutAt = 0; ///< of `seen`: one as long may go on; 0: all are whole
    bool requeue = false; ///< what is dead, stale or waits for its time goes back to be worked on
};

/// What a person asks for. Which members count depends on the action; planning says what is missing.
struct OperationRequest {
    WorkspacePtr workspace;
    std::size_t collection = 0;
    Action action = Action::Requeue;
    QString state; ///< for Discard, DeadLetter, Move, Purge: "ready", "processing", "delayed", "dead", …; of all of
                   ///< them, and of RunNow and Postpone, also what is overdue alone: "stale", "due"; of a priority
                   ///< queue also one of its bands: "band.low"
    std::vector<QByteArray> ids; ///< jobs by id; empty with no elements: all that the action is about
    std::vector<Element> elements; ///< what was selected: exact bytes and key; members for Add
    QString match; ///< of sets, without ids and elements: only those with this in them (ElementsQuery::match)
    QString errorGroup; ///< dead letters whose normalised error is this
    QString errorShown; ///< how the row of that group names it; empty: as it is found
    std::optional<std::chrono::milliseconds> olderThan;
    std::optional<qint64> keep;
    bool toBound = false;
    QByteArray group; ///< of a stream: of that group alone; empty: of each
    bool wholeNodes = false; ///< of a stream's trim: as XTRIM with "~"
    QByteArray consumer; ///< for RemoveConsumer: who goes; for Requeue: what is pending there alone, empty: anywhere
    QByteArray target; ///< of a stream: the consumer that gets the entries, empty for neutralConsumer; for SetLastId:
                       ///< the id that counts as read last, or a time, "0" or "$"; for Move: the
                       ///< key of the tier; for ChangePriority: the band's name; for Purge and SetExpiry: that key
                       ///< alone, empty for all
    std::vector<QByteArray> keys; ///< of a collection whose keys are looked for on the server: those it is about
    std::chrono::milliseconds by{}; ///< for Postpone: how much later; for SetExpiry: from now, 0 for never
    bool onlyMissing = false; ///< of SetExpiry: keys that have none alone; by 0 then as the others of their period, or
                              ///< after options.ttl
    bool keepAttempts = false; ///< of requeued dead letters
    std::optional<JobEdit> edit; ///< for Edit, of the one of `elements`; empty: the person has not said it yet
    bool archive = true; ///< false gives up undo of what is removed
    qint64 limit = 0; ///< at most so many elements; 0: no limit
};

/// Immutable once made: what the person is shown is what runs.
struct Plan {
    QString id; ///< of the operation
    Action action = Action::Requeue;
    Called called = Called::Plainly;
    QString collection;
    QString workspaceName;
    bool production = false;
    std::vector<PlanStep> steps;
    std::vector<Element> sample; ///< the first few, as shown
    std::chrono::milliseconds frozenAt{}; ///< server time
    bool archive = true;
    bool undoable = true;
    QString undoOf; ///< id of the operation that is undone
    std::optional<qint64> possible; ///< of an undo: how many of them can go back, as it is now; empty: not known
    QString note; ///< what the person should know: "3 have used up their attempts and go to dead letters"
    std::vector<QByteArray> exhausted; ///< elements known now to go to dead letters instead
    std::vector<QByteArray> absent; ///< ids that were asked for and are not there, or not in the state that was meant

    /// Elements, each once, also where it goes from several keys.
    [[nodiscard]] qint64 matched() const;
    /// Keys that are touched, each once.
    [[nodiscard]] std::vector<QByteArray> keys() const;
    /// What it is going to change, as far as was shown: the key of dead letters only where some go there; of the keys
    /// that a clean-up unlinks the first 1,000, since every tick looks for them.
    [[nodiscard]] std::vector<QByteArray> changedKeys() const;
    /// Script, keys and arguments a line each, as the dialog shows them.
    [[nodiscard]] QStringList commands() const;
};

using PlanPtr = std::shared_ptr<const Plan>;

enum class OperationState { Open, Done, Cancelled, Failed, Partial, Undone };
QLatin1StringView operationStateId(OperationState state);

/// What came of an operation; also its line in the journal.
struct OperationReport {
    QString id;
    Action action = Action::Requeue;
    Called called = Called::Plainly;
    QString collection;
    qint64 matched = 0, moved = 0, deadLettered = 0, removed = 0, skipped = 0;
    qint64 beside = 0; ///< of them in other keys as well (PlanStep::beside), while the process lives
    bool dryRun = false;
    bool undoable = false;
    OperationState state = OperationState::Open;
    QString error; ///< why it failed, or how far it came
    std::optional<ErrorKind> errorKind; ///< of the error, while the process lives
    std::chrono::milliseconds time{}; ///< when it began, Unix, by the server's clock
    /// While it is open: until when the server keeps what is not recorded yet, Unix; as far as is known.
    std::optional<std::chrono::milliseconds> keptUntil;
    std::vector<QByteArray> keys;
    QString server; ///< address
    QString workspace;
    QString by; ///< who asked for it: user and computer; empty where that was not written down yet
    bool production = false; ///< of the workspace it was asked for in: its undo wants the name typed as well
    QString undoOf; ///< id of the operation this one undid
    qint64 leftAlone = 0; ///< it is undone but for so many, which its undo skipped
    QStringList notes; ///< "12 elements exist again and were left as they are"

    [[nodiscard]] qint64 accounted() const { return moved + deadLettered + removed + skipped; }
    /// What it did, wherever that counts.
    [[nodiscard]] qint64 changed() const { return moved + deadLettered + removed + beside; }
    /// False only when it was stopped or cut off, and then `error` says where.
    [[nodiscard]] bool complete() const { return accounted() == matched; }
};

/// What people are shown in place of actionId(), which documents keep: "claim", "prune".
QLatin1StringView shownId(const Plan &plan);
QLatin1StringView shownId(const OperationReport &report);

/// While it runs.
struct OperationProgress {
    QString id;
    qint64 done = 0, planned = 0;
    double perSecond = 0;
};

} // namespace plimsoll

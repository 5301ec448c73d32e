// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
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
    Trim, ///< to the newest or best N, or by age
    Prune, ///< presence: who was not seen for long
    Add, ///< members
    SetExpiry, ///< of the collection's keys
    Purge, ///< everything of one state
    Undo, ///< puts back what another operation moved or removed
};

/// "requeue", "trim", … as documents and journal name it (contract.md §2).
QLatin1StringView actionId(Action action);
std::optional<Action> findAction(QStringView id);

/// What a person asks for. Which members count depends on the action; planning says what is missing.
struct OperationRequest {
    WorkspacePtr workspace;
    std::size_t collection = 0;
    Action action = Action::Requeue;
    QString state; ///< for Discard, DeadLetter, Move, Purge: "ready", "processing", "delayed", "dead", …; of all of
                   ///< them, and of RunNow and Postpone, also what is overdue alone: "stale", "due"
    std::vector<QByteArray> ids; ///< jobs by id; empty with no elements: all that the action is about
    std::vector<Element> elements; ///< what was selected: exact bytes and key; members for Add
    QString match; ///< of sets, without ids and elements: only those with this in them (ElementsQuery::match)
    QString errorGroup; ///< dead letters whose normalised error is this
    QString errorShown; ///< how the row of that group names it; empty: as it is found
    std::optional<std::chrono::milliseconds> olderThan;
    std::optional<qint64> keep;
    bool toBound = false;
    QByteArray target; ///< for Move: the key of the tier
    std::chrono::milliseconds by{}; ///< for Postpone: how much later; for SetExpiry: from now, 0 for never
    bool keepAttempts = false; ///< of requeued dead letters
    bool archive = true; ///< false gives up undo of what is removed
    qint64 limit = 0; ///< at most so many elements; 0: no limit
};

struct PlanItem {
    QByteArray element;
    QByteArray score; ///< as shown, exact text; empty: any
    QByteArray attempts; ///< to set; only with PlanStep::Attempts::Set
    QByteArray newScore; ///< to give it where it goes; empty: the target's, else the one it has
    QByteArray record; ///< key of its job record, empty without
    /// What its record has to say when it is taken, else it stays: "=…", empty for whatever it says. Attempts also "!":
    /// there is no record to be read; of an undo the mode in which they were counted (batch.h).
    QByteArray attemptsLeft{}, startLeft{};
    qint64 place = -1; ///< in a list, from the old end, when those before it are gone; -1: the script tells
};

/// Where a moved element goes.
struct PlanTarget {
    enum class How { PushLeft, PushRight, AddToSet, AddToZSet };
    QByteArray key;
    How how = How::PushRight;
    QByteArray score; ///< for a sorted set; empty: the score it had
};

/// Which elements of the undone operation's archive a step puts back.
struct PlanArchive {
    int step = 0; ///< of that operation
    char outcome = 'm';
};

/// All that happens to one key: the batches of one script.
struct PlanStep {
    enum class Type { Move, CutList, CutZSet, Restore, Rescore, Expire };
    enum class Attempts { Keep, Increment, Set };

    Type type = Type::Move;
    QByteArray key;
    KeyType keyType = ListKey;
    std::vector<PlanItem> items; ///< frozen; of Move, Restore and Rescore
    std::optional<PlanTarget> target, dead;
    Attempts attempts = Attempts::Keep;
    std::optional<int> maxAttempts; ///< of the collection; the job's own goes before
    QString attemptsField, maxAttemptsField, startedField; ///< of `options.fields`; looked up before the common names
    QByteArray jobTemplate; ///< where the records are, for undo
    std::chrono::milliseconds recordTime{}; ///< the server time that gave periods in their keys; 0: when it ran
    QString idOption; ///< `options.id`, likewise
    bool atLeft = false; ///< CutList: the old end; Move from a list: where the items lie; Restore: the end pushed to
    bool contiguous = false; ///< Move from a list: the items lie together at that end
    QByteArray guard; ///< Move from a set: a sorted set in which the item has to have its score as shown
    bool beside = false; ///< its elements are the same ones again in another key: no count has them twice
    bool atMax = false; ///< CutZSet: takes the highest scores
    qint64 count = 0; ///< of the cuts: how many at the most
    qint64 averageBytes = 64; ///< of the cuts: what an element takes, by what was seen of them
    qint64 keep = 0; ///< of the cuts: never leave fewer; CutList: of those that were there when it was shown
    QByteArray bound; ///< CutZSet: the last score that goes, as ZRANGE BYSCORE takes it
    QByteArray low = "-inf"; ///< CutZSet from the lowest: where it begins
    QByteArray mark; ///< CutList: the newest element when it was shown; what lies behind it came in since
    std::vector<quint64> beyondMark; ///< CutList: what lay next to it towards the old end, as `known`
    bool onlyKnown = false; ///< CutList: only what is in `known` goes
    std::vector<quint64> known; ///< CutList: elements by their prints (knownAs), from the old end
    QByteArray expireAt; ///< Expire: Unix ms, empty for never; Restore: given to a key that did not exist
    std::vector<qint64> archiveRows; ///< undo: the archive row of each item
    std::optional<PlanArchive> archived; ///< undo: its items, `count` of them, are read from the archive as it runs

    /// Of a Move: its script reads the job records, to count in them or to see whether they are as they were.
    [[nodiscard]] bool readsRecords() const { return attempts != Attempts::Keep || !jobTemplate.isEmpty(); }
    [[nodiscard]] qint64 planned() const
    {
        return type == Type::CutList || type == Type::CutZSet || archived ? count : qint64(items.size());
    }
};

/// Immutable once made: what the person is shown is what runs.
struct Plan {
    QString id; ///< of the operation
    Action action = Action::Requeue;
    QString collection;
    QString workspaceName;
    bool production = false;
    std::vector<PlanStep> steps;
    std::vector<Element> sample; ///< the first few, as shown
    std::chrono::milliseconds frozenAt{}; ///< server time
    bool archive = true;
    bool undoable = true;
    QString undoOf; ///< id of the operation that is undone
    QString note; ///< what the person should know: "3 have used up their attempts and go to dead letters"
    std::vector<QByteArray> exhausted; ///< elements known now to go to dead letters instead
    std::vector<QByteArray> absent; ///< ids that were asked for and are not there, or not in the state that was meant

    /// Elements, each once, also where it goes from several keys.
    [[nodiscard]] qint64 matched() const;
    /// Keys that are touched, each once.
    [[nodiscard]] std::vector<QByteArray> keys() const;
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
    QStringList notes; ///< "12 elements exist again and were left as they are"

    [[nodiscard]] qint64 accounted() const { return moved + deadLettered + removed + skipped; }
    /// What it did, wherever that counts.
    [[nodiscard]] qint64 changed() const { return moved + deadLettered + removed + beside; }
    /// False only when it was stopped or cut off, and then `error` says where.
    [[nodiscard]] bool complete() const { return accounted() == matched; }
};

/// While it runs.
struct OperationProgress {
    QString id;
    qint64 done = 0, planned = 0;
    double perSecond = 0;
};

} // namespace plimsoll

Q_DECLARE_METATYPE(plimsoll::OperationRequest)
Q_DECLARE_METATYPE(plimsoll::PlanPtr)
Q_DECLARE_METATYPE(plimsoll::OperationReport)
Q_DECLARE_METATYPE(plimsoll::OperationProgress)

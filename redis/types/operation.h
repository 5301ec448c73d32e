// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/planstep.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QLatin1StringView>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// Operations that change data, as values: the user's request, the frozen plan and the report. Created by
/// redis/operations; shown by the window and printed by the command line.
namespace plimsoll {

enum class Action {
    Requeue, ///< stale jobs back to ready
    RequeueDead, ///< dead letters back to ready
    DeadLetter, ///< jobs of any state to the dead letters
    Discard, ///< removes elements of any state
    RunNow, ///< delayed jobs to ready
    Postpone, ///< delayed jobs to a later time
    Move, ///< between tiers
    ChangePriority, ///< to another band
    Trim, ///< to the newest or best N, or by age
    Prune, ///< presence: members not seen for long
    Add, ///< members
    SetExpiry, ///< expiry of the collection's keys
    Purge, ///< all elements of one state
    Release, ///< locks, if still held with the token seen
    Acknowledge, ///< pending entries of a stream
    SetLastId, ///< last delivered id of a stream's group
    CleanUp, ///< expired entries of an index, with their target keys
    RemoveConsumer, ///< consumer of a stream's group; its pending entries are released first
    Edit, ///< job: its element or part of its record; requeues it on request
    Adopt, ///< jobs with a record but in no queue: adds their ids to ready
    Undo, ///< reverts another operation
};

/// Returns the id for documents and the journal: "requeue", "trim", ….
QLatin1StringView actionId(Action action);
std::optional<Action> findAction(QStringView id);

/// User-visible variant of an action whose name differs from the button, depending on the kind of collection and the
/// selection. The journal stores it, so that dialog, bar, journal and undo use the same word.
enum class ActionVariant {
    Default, ///< the action's own name
    Claim, ///< Requeue of a stream, to a consumer
    Release, ///< Requeue of a stream, to any consumer that claims idle entries
    AddAgain, ///< RequeueDead of a stream
    Prune, ///< Trim to a window
    Reset, ///< Purge of events counted within a window
    Remove, ///< Discard of non-jobs, Prune of selected elements
    EditRequeue, ///< Edit of a job with subsequent requeue
    EditDeadLetter, ///< same as EditRequeue, with the attempts used up
};

/// Returns the journal's id, "claim", "add-again", …; empty for Default.
QLatin1StringView variantId(ActionVariant variant);
/// Returns Default for an unknown id.
ActionVariant findVariant(QStringView id);

/// Maximum bytes of an edited text; one script reads, compares, stores and writes them in about a millisecond.
inline constexpr qsizetype longestEdit = 1024LL * 1024;
/// Tests for JSON: an edited text that was JSON must remain JSON.
bool isJson(const QByteArray &bytes);

/// A user's change of the bytes of a job.
struct JobEdit {
    bool isOfRecord = false; ///< edits the record; otherwise the element
    QByteArray field{}; ///< field of a hash record; empty: the whole string record
    QByteArray before{}, after{};
    std::vector<std::pair<QByteArray, QByteArray>> seen{}; ///< all fields of the record, as shown
    qint64 cutAt = 0; ///< truncation length of `seen`; values of that length may be longer; 0: none truncated
    bool requeue = false; ///< dead, stale or delayed job goes back to ready
};

/// A user's request. The relevant members depend on the action; planning reports missing ones.
struct OperationRequest {
    WorkspacePtr workspace;
    std::size_t collection = 0;
    Action action = Action::Requeue;
    QString state; ///< for Discard, DeadLetter, Move, Purge: "ready", "processing", "delayed", "dead", …; for these,
                   ///< RunNow and Postpone also only overdue elements: "stale", "due"; for a priority queue also a
                   ///< band: "band.low"
    std::vector<QByteArray> ids; ///< job ids; empty without elements: everything the action covers
    std::vector<Element> elements; ///< selected elements: exact bytes and key; members for Add
    QString match; ///< sets, without ids and elements: only members containing this text (ElementsQuery::match)
    QString errorGroup; ///< dead letters with this normalised error
    QString errorShown; ///< group's text as displayed; empty: as found
    bool errorInPart = false; ///< the group was found in the first dead letters alone; the action looks at all
    std::optional<std::chrono::milliseconds> olderThan;
    std::optional<qint64> keep;
    bool toBound = false;
    QByteArray group; ///< stream: only this group; empty: every group
    bool wholeNodes = false; ///< stream trim: XTRIM with "~"
    QByteArray consumer; ///< RemoveConsumer: the consumer; Requeue: only entries pending there, empty: all
    QByteArray target; ///< stream: consumer that receives the entries, empty: neutralConsumer; SetLastId: last-read id,
                       ///< a time, "0" or "$"; Requeue, RequeueDead: tier, a key or a band, empty: the one each job
                       ///< came from; Move: key of the tier; ChangePriority: name of the band; Purge and
                       ///< SetExpiry: only this key, empty: all
    std::vector<QByteArray> keys; ///< keys found by searching: those to change
    std::chrono::milliseconds by{}; ///< Postpone: delay; SetExpiry: from now on, 0: never
    bool onlyMissing = false; ///< SetExpiry: only keys without expiry; with `by` 0, like the others of their period, or
                              ///< after options.ttl
    bool keepAttempts = false; ///< RequeueDead: attempts stay as they are
    std::optional<JobEdit> edit; ///< Edit: change of the only element; empty: not entered yet
    bool archive = true; ///< false: removed elements cannot be restored
    qint64 limit = 0; ///< maximum number of elements; 0: unlimited
};

/// Prefix of the keys by which an operation is told and recovered on its server.
inline constexpr QByteArrayView escrowPrefix("plimsoll:escrow:");

struct OperationReport;

/// Immutable once made: exactly what was shown is run.
struct Plan {
    QString id; ///< id of the operation
    Action action = Action::Requeue;
    ActionVariant variant = ActionVariant::Default;
    QString collection;
    QByteArray pattern; ///< template of the first key, as the workspace has it; empty: unknown
    QString workspaceName;
    bool production = false;
    std::vector<PlanStep> steps;
    std::vector<Element> sample; ///< first elements, for display
    std::chrono::milliseconds frozenAt{}; ///< server time
    bool archive = true;
    bool undoable = true;
    QString undoOf; ///< id of the operation to undo
    std::shared_ptr<const OperationReport> undone; ///< that operation, as the journal has it; null: unknown
    std::optional<qint64> possible; ///< undo: number of elements that can go back now; empty: unknown
    QString obstacle; ///< undo: why nothing can go back, as a sentence, where that is not about each element
    QString note; ///< notice to the user: "3 have used up their attempts and go to dead letters"
    std::vector<QByteArray> exhausted; ///< elements known to go to dead letters instead
    qint64 staying = 0; ///< of matched(): elements known to be skipped
    QStringList commands; ///< scripts, keys and what they do with them, as lines for the user
    std::vector<QByteArray> absent; ///< requested ids that are missing or not in the required state

    /// Returns the number of distinct elements, each counted once even if it is in several keys.
    [[nodiscard]] qint64 matched() const;
    /// True if every element has used up its attempts, so that all go to the dead letters instead.
    [[nodiscard]] bool isAllExhausted() const;
    /// Returns the distinct keys that are touched.
    [[nodiscard]] std::vector<QByteArray> keys() const;
    /// Returns the keys that change according to the preview: dead letters only if some go there; of the keys that a
    /// clean-up unlinks, the first 1,000, because every tick looks them up.
    [[nodiscard]] std::vector<QByteArray> changedKeys() const;
};

using PlanPtr = std::shared_ptr<const Plan>;

enum class OperationState { Open, Done, Cancelled, Failed, Partial, Undone };
QLatin1StringView operationStateId(OperationState state);

/// Result of an operation; also its line in the journal.
struct OperationReport {
    QString id;
    Action action = Action::Requeue;
    ActionVariant variant = ActionVariant::Default;
    QString collection;
    qint64 matched = 0, moved = 0, deadLettered = 0, removed = 0, skipped = 0;
    qint64 beside = 0; ///< elements counted above that were also in other keys (PlanStep::beside); only in this process
    bool dryRun = false;
    bool undoable = false;
    OperationState state = OperationState::Open;
    QString error; ///< failure, or how far it got
    std::optional<ErrorKind> errorKind; ///< kind of `error`; only in this process
    std::chrono::milliseconds time{}; ///< start, Unix time of the server
    /// Open operations: Unix time until which the server keeps unrecorded results, if known.
    std::optional<std::chrono::milliseconds> keptUntil;
    std::vector<QByteArray> keys;
    QString server; ///< address
    QString workspace;
    QString by; ///< user and computer; empty in old entries
    bool production = false; ///< the workspace was marked as production: an undo also requires its name to be typed
    QString undoOf; ///< id of the operation that was undone
    qint64 leftAlone = 0; ///< number of elements that the undo skipped
    QStringList notes; ///< "12 elements exist again and were left as they are"

    [[nodiscard]] qint64 accounted() const { return moved + deadLettered + removed + skipped; }
    /// Returns the number of changed elements, in all keys.
    [[nodiscard]] qint64 changed() const { return moved + deadLettered + removed + beside; }
    /// False only if it was stopped or interrupted; `error` says where.
    [[nodiscard]] bool complete() const { return accounted() == matched; }
};

/// Returns the id shown to users instead of actionId(), which documents keep: "claim", "prune".
QLatin1StringView shownId(const Plan &plan);
QLatin1StringView shownId(const OperationReport &report);

/// Returns the variant of a request, before a plan exists.
ActionVariant variantOf(const OperationRequest &request);
/// Returns the variant that the plan carries out.
ActionVariant variantOf(const Plan &plan, const OperationRequest &request);

/// Progress of a running operation.
struct OperationProgress {
    QString id;
    qint64 done = 0, planned = 0;
    double perSecond = 0;
};

} // namespace plimsoll

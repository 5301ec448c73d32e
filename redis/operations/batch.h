// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal.h"
#include "redis/operations/script.h"
#include "redis/types/operation.h"

#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <vector>

/// One batch: how a step's items become one script call, and what its answer, which is also what its escrow holds,
/// means. Values and pure functions; reentrant.
namespace plimsoll::redis {

/// plimsoll:escrow:{…}:<operation>:<batch>, in the slot of `key`.
QByteArray escrowKey(const QByteArray &key, const QString &operation, int batch);

/// How long an escrow waits to be archived before the server lets it go.
inline constexpr std::chrono::hours escrowExpiry{24 * 7};

/// plimsoll:escrow:{…}:<operation>:mark: what an operation leaves on its server, so that a server that was started
/// again can be told from another one, as long as it is open or may be undone. Twice as long as undo is kept.
QByteArray markKey(const QByteArray &key, const QString &operation);
inline constexpr std::chrono::hours markExpiry{24 * 60};

struct BatchCall {
    const Script *script = nullptr;
    std::vector<QByteArray> keys; ///< the escrow first
    std::vector<QByteArray> arguments; ///< without the two of the prelude
    std::chrono::milliseconds expiry = escrowExpiry; ///< of the first key
};

/// What changes from batch to batch of a step.
struct BatchRange {
    std::size_t first = 0, count = 0; ///< of the items
    qint64 window = 0; ///< Move from an end of a list: how deep that end is rewritten; 0: each is looked for
    bool archive = true;
    qint64 bytes = 0; ///< of the cuts: exceeded by an element that is the first of the batch alone; Move from
                      ///< an end of a list: how much of others is read there
    qint64 came = 0; ///< CutList: how many are known to have come in behind the mark
    qint64 beyond =
        std::numeric_limits<qint64>::max(); ///< CutList: how many of those that were seen may lie beyond the mark
    std::size_t known = 0; ///< CutList: those of CutListStep::known before this one are behind
    bool left = false; ///< Move from a list: from which end
    qint64 within = 0; ///< Move from a list, each looked for: no further from that end
};

/// How the scripts call it: "lpush", "rpush", "sadd", "zadd", "xadd".
QLatin1StringView addsBy(PlanTarget::How how);
/// How the scripts call it: "keep", "incr", "set".
QLatin1StringView attemptsMode(MoveStep::Attempts attempts);

/// Elements as CutListStep::known has them: what cut_list.lua calls their prints.
quint64 knownAs(const QByteArray &element);
/// What scripts recognise a large element by: SHA-1 of all of it would take too long.
QByteArray outline(const QByteArray &element);

/// How the elements of a restore are added to its key.
PlanTarget::How endOf(const PlanStep &step);

BatchCall makeCall(const PlanStep &step, const BatchRange &range, const QByteArray &escrow);

/// How far a cut has come.
struct CutAnswer {
    qint64 left = 0; ///< of what is to go, still there; -1: cannot be told, because the mark is gone; -2: not yet,
                     ///< because it lies further than `came`
    qint64 came = 0; ///< CutList: elements behind the mark
    qint64 passed = 0; ///< CutList: how many of CutListStep::known are behind since BatchRange::known
    qint64 bytes = 0; ///< of what was removed
    std::optional<quint64> other; ///< CutList: what ended the batch because CutListStep::known does not have it there
};

struct BatchAnswer {
    BatchResult result;
    qint64 stayed = 0; ///< Move from an end: elements of the window that stay
    qint64 tooMany = 0; ///< Pending: entries skipped because they have too many fields to be added by a script
    CutAnswer cut; ///< of the cuts
    std::vector<QByteArray> touched; ///< of a Move from a list: what was found
};

/// Reads the strings of an answer or an escrow; Protocol error when they are none of ours.
Result<BatchAnswer> readAnswer(const PlanStep &step, int stepIndex, const std::vector<Reply> &strings,
                               const std::vector<ArchivedElement> &expected, std::chrono::milliseconds now);

/// How an escrow is laid out: strings before its records, and strings of a record. Its first string says of which
/// version it is; without it, how the scripts of today lay it out.
struct EscrowLayout {
    qint64 before = 1, width = 1;
};
EscrowLayout escrowLayout(const PlanStep &step, QByteArrayView header);

/// Adopt: so many elements of lists may one script compare with ids: each takes some 10 ns, a long one 25.
inline constexpr qint64 mostComparedAtOnce = 200'000;

/// The scripts, loaded once.
const Script &scriptOf(const PlanStep &step);
/// Lets elements of a list change places (ListPass).
const Script &arrangeScript();
/// Reads an escrow, or keeps its batch from running ever.
const Script &fenceScript();

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal/journal.h"
#include "redis/operations/batch/script.h"
#include "redis/types/operation.h"

#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <vector>

/// One batch: makes a script call from a step's items, and parses the script's answer, which its escrow also holds.
/// Values and pure functions; reentrant.
namespace plimsoll::redis {

/// plimsoll:escrow:{…}:<operation>:<batch>, in the slot of `key`.
QByteArray escrowKey(const QByteArray &key, const QString &operation, int batch);

/// plimsoll:escrow:{…}:<operation>:<batch>:<part>: mark of a part of a batch, in the slot of its key (crossslot.h). For
/// copies, the part is their outcome.
QByteArray partKey(const QByteArray &key, const QString &operation, int batch, const QByteArray &part);

/// Expiry of an escrow that is not archived.
inline constexpr std::chrono::hours escrowExpiry{24 * 7};

/// plimsoll:escrow:{…}:<operation>:mark: a key an operation leaves on its server to recognise it after a restart, while
/// the operation is open or can be undone. It is kept for twice the retention of undo.
QByteArray markKey(const QByteArray &key, const QString &operation);
inline constexpr std::chrono::hours markExpiry{24 * 60};
/// The marks of an operation: in the slot of its first key, and in those of targets in other slots of a cluster.
std::vector<QByteArray> marksOf(const std::vector<PlanStep> &steps, const QString &operation);

struct BatchCall {
    const Script *script = nullptr;
    std::vector<QByteArray> keys; ///< the escrow first
    std::vector<QByteArray> arguments; ///< without the two of the prelude
    std::chrono::milliseconds expiry = escrowExpiry; ///< expiry of the first key
};

/// Parameters that differ between the batches of a step.
struct BatchRange {
    std::size_t first = 0, count = 0; ///< range of the step's items
    qint64 window = 0; ///< Move from an end of a list: elements of that end to rewrite; 0: search for each
    bool archive = true;
    qint64 bytes = 0; ///< byte limit of a cut, exceeded only by a batch's first element; Move from an end of a list:
                      ///< byte limit for other elements read there
    qint64 came = 0; ///< CutList: elements known to have been added behind the mark
    qint64 beyond =
        std::numeric_limits<qint64>::max(); ///< CutList: maximum number of the seen elements beyond the mark
    std::size_t known = 0; ///< CutList: index in CutListStep::known; those before it are done
    bool left = false; ///< Move from a list: true for the left end
    qint64 within = 0; ///< Move from a list, searching for each: maximum distance from that end
    /// Move across slots: only look; or do what was decided about the items (crossslot.h).
    enum class Phase { Whole, Look, Decided };
    Phase phase = Phase::Whole;
    std::size_t asked = 0; ///< Decided: number of items before those that may not be taken were left out
};

/// Name in the scripts: "lpush", "rpush", "sadd", "zadd", "xadd".
QLatin1StringView addsBy(PlanTarget::How how);

inline constexpr qsizetype fingerprintDigits = 16; ///< hex digits of a fingerprint, as cut_list.lua compares them
/// Fingerprint of an element in CutListStep::known; cut_list.lua calls it a print.
quint64 knownAs(const QByteArray &element);
/// Fingerprint by which scripts recognise a large element; SHA-1 of all of it would take too long.
QByteArray outline(const QByteArray &element);

/// How a restore adds elements to its key.
PlanTarget::How endOf(const PlanStep &step);

BatchCall makeCall(const PlanStep &step, const BatchRange &range, const QByteArray &escrow);

/// Progress of a cut.
struct CutAnswer {
    qint64 left = 0; ///< elements still to remove; -1: unknown, because the mark is gone; -2: not known yet, because
                     ///< the mark lies further than `came`
    qint64 came = 0; ///< CutList: elements behind the mark
    qint64 passed = 0; ///< CutList: elements of CutListStep::known done since BatchRange::known
    qint64 bytes = 0; ///< bytes removed
    std::optional<quint64> other; ///< CutList: fingerprint that ended the batch because CutListStep::known differs
};

struct BatchAnswer {
    BatchResult result;
    qint64 stayed = 0; ///< Move from an end: elements of the window that stay
    qint64 left = 0; ///< Jobs: items left to the next batch, since this one had read enough
    qint64 tooMany = 0; ///< Pending: entries skipped because they have too many fields to be added by a script
    CutAnswer cut; ///< set for cuts
    std::vector<QByteArray> touched; ///< Move from a list: elements found
};

/// Parses the strings of an answer or an escrow; Protocol error if they are not in our format.
Result<BatchAnswer> readAnswer(const PlanStep &step, int stepIndex, const std::vector<Reply> &strings,
                               const std::vector<ArchivedElement> &expected, std::chrono::milliseconds now);

/// Number of strings before an escrow's records, and of strings in each record. The escrow's first string holds the
/// version of the layout; without it, the current layout applies.
struct EscrowLayout {
    qint64 before = 1, width = 1;
};
EscrowLayout escrowLayout(const PlanStep &step, QByteArrayView header);

/// Adopt: maximum number of list elements that one script compares with ids; each takes about 10 ns, a long one 25.
inline constexpr qint64 mostComparedAtOnce = 200'000;

/// The scripts, loaded once.
const Script &scriptOf(const PlanStep &step);
/// Reorders elements of a list (ListPass).
const Script &arrangeScript();
/// Reads an escrow, or prevents its batch from ever running.
const Script &fenceScript();

} // namespace plimsoll::redis

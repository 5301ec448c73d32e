// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"

/// Reading the answers of scripts, which their escrows also hold.
namespace plimsoll::redis {

/// The strings of one answer, and what reading them takes.
struct RawAnswer {
    int step = 0; ///< index in the plan
    const std::vector<Reply> &strings;
    const std::vector<ArchivedElement> &expected; ///< undo: elements that the batch puts back
    std::chrono::milliseconds now{}; ///< server time
};

/// Numbers of the first string, behind its version; nullopt if its version or their number differs.
std::optional<std::vector<qint64>> readHeader(const std::vector<Reply> &strings, std::size_t numbers,
                                              QByteArrayView version = "1");
/// Expiry of the key, Unix ms, from a header; nullopt for -1.
std::optional<qint64> expiryIn(qint64 value, std::chrono::milliseconds now);
Error notOurs();

inline constexpr qint64 untypedWidth = 4; ///< outcome, element, score, and what StepKind::keepLast() makes of the last
inline constexpr qint64 typedWidth = 6; ///< with start and place

/// The answer of most scripts: a header, then a record for each element.
Result<BatchAnswer> readRecords(const PlanStep &step, const RawAnswer &raw);
/// The answer of a cut: a header, the fingerprint that ended it, then what it removed.
Result<BatchAnswer> readCut(const PlanStep &step, const RawAnswer &raw);

} // namespace plimsoll::redis

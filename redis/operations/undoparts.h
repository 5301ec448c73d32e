// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

#include <optional>

/// What an undo puts back, read from the archive a part at a time: it may be larger than memory.
namespace plimsoll::redis {

/// A key that would expire within so long comes back without an expiry (lua/prelude.lua).
inline constexpr std::chrono::seconds soonExpiring{10};

/// Reads ids, record keys and what undo is bound to as the step's collection does.
JobReader readerOf(const PlanStep &step);

/// Reads the items of one step of an undo, newest first. Lives on the journal's thread.
class UndoParts final {
public:
    /// `undone`: the operation that `step` undoes a part of.
    UndoParts(const Journal &journal, const OpenOperation &undone, const PlanStep &step);

    /// The step with its next items and their archive rows; null when there are no more.
    Result<std::optional<PlanStep>> next();

private:
    const Journal &m_journal;
    QString m_undoOf;
    std::chrono::milliseconds m_time; ///< which gave the periods in the keys of its job records
    const PlanStep &m_step;
    MoveStep::Attempts m_attempts; ///< what it did to them
    JobReader m_reader;
    std::optional<qint64> m_last; ///< the row that was read last
};

} // namespace plimsoll::redis

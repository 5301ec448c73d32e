// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

#include <optional>

/// Elements that an undo puts back, read from the archive in parts, as they may be larger than memory.
namespace plimsoll::redis {

/// A key with less time to live than this is restored without an expiry (lua/prelude.lua).
inline constexpr std::chrono::seconds soonExpiring{10};

/// Reader for ids, record keys and the fields that undo is bound to, as in the step's collection.
JobReader readerOf(const PlanStep &step);

/// An id, field, element or group that nothing has.
inline constexpr const char *absentName = "plimsoll:nothing";
/// Key of one job record of the step, as an example for all; empty if it reads none.
QByteArray exampleRecord(const PlanStep &step);

/// Reads the items of one step of an undo, newest first. Lives on the journal's thread.
class UndoParts final {
public:
    /// `undone`: the operation that `step` partly undoes; both outlive this.
    UndoParts(const Journal &journal, const OpenOperation &undone, const PlanStep &step);

    /// The step with its next items and their archive rows; nullopt at the end.
    Result<std::optional<PlanStep>> next();

private:
    const Journal &m_journal;
    QString m_undoOf;
    std::chrono::milliseconds m_time; ///< time of the operation, from which periods in record keys derive
    const PlanStep &m_step;
    const PlanStep &m_undone;
    JobReader m_reader;
    std::optional<qint64> m_last; ///< last row read
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal/journal.h"

namespace plimsoll::redis {

/// Step and outcome of the undone operation that a step back reverts.
struct UndoSource {
    const Journal &journal;
    const OpenOperation &undone;
    const PlanArchive &what;
    qint64 expiriesPassed = 0; ///< number of keys whose previous expiry has passed

    /// Expiry of the step's key before the operation, Unix ms; empty for never. Notes in the plan if it has passed or
    /// soon will: it would delete the elements at once, so the script leaves the key without one. It may pass between
    /// the preview and the last batch.
    [[nodiscard]] QByteArray expiryToRestore(Plan &plan) const;
    /// Fills in the first few items, for the text of the preview; all are read from the archive when it runs.
    [[nodiscard]] Outcome nameFew(PlanStep &back) const;
};

} // namespace plimsoll::redis

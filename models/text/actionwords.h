// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

/// Names of actions, shared by offers, dialog, bar, journal and undo.
namespace plimsoll::models {

/// Context "operations".
struct ActionWords {
    Action action;
    const char *title;
    const char *command; ///< "%1" is the object: "41 jobs", "41 stale jobs of email"
    const char *sentence; ///< effect on the elements
    bool destructive;
};

/// Static lifetime. `kind` is the kind of the collection; null: unknown.
const ActionWords &wordsOf(Action action, ActionVariant variant = ActionVariant::Default,
                           const KindInfo *kind = nullptr);

/// Words for undoing an operation that added elements.
const ActionWords &undoOfAdded();
/// Words for an undo by steps that move nothing back: of an expiry, a score, a lock, pending entries …; null for
/// others.
const ActionWords *undoWords(const std::vector<PlanStep> &steps);

} // namespace plimsoll::models

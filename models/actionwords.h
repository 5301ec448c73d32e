// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

/// What an action is called, once for offers, dialog, bar, journal and undo.
namespace plimsoll::models {

/// Translated with context "operations".
struct ActionWords {
    Action action;
    const char *title;
    const char *command; ///< "%1" is what: "41 jobs", "41 stale jobs of email"
    const char *sentence; ///< what happens to them
    bool destructive;
};

/// Of static lifetime. The kind is of the collection, null where it is not known.
const ActionWords &wordsOf(Action action, Called called = Called::Plainly, const KindInfo *kind = nullptr);

/// Of the undo of what added elements.
const ActionWords &undoOfAdded();

} // namespace plimsoll::models

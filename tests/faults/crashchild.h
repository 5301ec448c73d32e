// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace plimsoll::testing {

/// What a process of its own does that can be killed: one operation that the command line does not have (run-now,
/// postpone, adopt, dead-letter, move, discard, add, prune, purge, set-expiry, set-last-id and remove-consumer of the
/// group g), by the same planner and runner. `arguments`: workspace file, data folder, collection, action, state (""
/// for all; of a group its last id, or who gets what is pending), how many elements (0: all), seed.
int operateAsChild(const QStringList &arguments);

} // namespace plimsoll::testing

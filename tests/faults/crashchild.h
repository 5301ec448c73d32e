// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace plimsoll::testing {

/// What a process of its own does that can be killed: one operation that the command line does not have (run-now,
/// postpone, dead-letter, move, discard, add, prune, purge, set-expiry), by the same planner and runner.
/// `arguments`: workspace file, data folder, collection, action, state ("" for all), how many elements (0: all), seed.
int operateAsChild(const QStringList &arguments);

} // namespace plimsoll::testing

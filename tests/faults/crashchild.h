// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace plimsoll::testing {

/// Runs one operation in a process of its own, which can be killed, with the program's planner and runner. Mostly for
/// actions that the command line lacks; set-last-id and remove-consumer act on the group g. `arguments`: workspace
/// file, data folder, collection, action, state ("" for all; for a group its last id, or the consumer that gets the
/// pending entries), number of elements (0: all), seed.
int operateAsChild(const QStringList &arguments);

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"

#include <vector>

namespace plimsoll::redis {

/// Name and arguments of each command, decoded.
using Commands = std::vector<std::vector<QByteArray>>;

/// Returns the commands by which a tick reads the figures of a collection: counts, heads, and the search for keys.
/// The commands change nothing. `known` gives the types of its keys; `now` is the server time in times and keys.
Commands readCommands(const CollectionDefinition &definition, const Collector &known, std::chrono::milliseconds now);

} // namespace plimsoll::redis

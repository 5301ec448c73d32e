// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <vector>

namespace plimsoll {

/// Which of the keys of a role one is: of how many periods ago, and which of the shards.
struct KeySlot {
    int periodsBack = 0;
    int shard = 0;
};

/// Of each of CollectionDefinition::source()'s keys, in their order; several templates are as many more shards.
std::vector<KeySlot> slotsOf(const CollectionDefinition &definition, const RoleKeys &keys);

/// How long a period of its keys is, the shortest where there are several; 0: it has the same keys for ever, or they
/// are looked for.
std::chrono::milliseconds periodOf(const CollectionDefinition &definition);
/// The keys of all its roles at that server time, of that one period.
std::vector<QByteArray> keysOfPeriod(const CollectionDefinition &definition, std::chrono::milliseconds serverTime);

} // namespace plimsoll

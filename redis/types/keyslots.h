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

} // namespace plimsoll

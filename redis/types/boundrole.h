// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

namespace plimsoll {

/// Returns the role whose keys a trim cuts to the bound: those last seen of a presence, otherwise the first; null if
/// there are no keys.
[[nodiscard]] inline const RoleKeys *boundRole(const CollectionDefinition &definition)
{
    const RoleKeys *seen = definition.role(Holds::Seen);
    return seen != nullptr || definition.keys.empty() ? seen : &definition.keys.front();
}

} // namespace plimsoll

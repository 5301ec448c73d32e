// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <algorithm>

/// What an edited workspace has in common with the one before.
namespace plimsoll {

/// The same keys, read the same way: what was seen of one is true of the other, whatever it is called and limited by.
inline bool isSameSource(const CollectionDefinition &a, const CollectionDefinition &b)
{
    return a.kind == b.kind && a.keys == b.keys && a.options == b.options;
}

/// The same but for the keys that are polled: what was seen of a key is true where both have it.
inline bool isReadAlike(const CollectionDefinition &a, const CollectionDefinition &b)
{
    const auto recordsOf = [](const CollectionDefinition &definition) {
        std::vector<RoleKeys> records = definition.keys;
        std::erase_if(records, [](const RoleKeys &keys) { return !keys.role->perId; });
        return records;
    };
    return a.kind == b.kind && a.options == b.options && recordsOf(a) == recordsOf(b);
}

/// Where the collection at `index` is after the edit: the same source, of the same name where there are several, else
/// the one that has its name and kind; nullopt when it is gone.
inline std::optional<std::size_t> placeAfterEdit(const Workspace &before, std::size_t index, const Workspace &after)
{
    if (index >= before.collections.size()) {
        return std::nullopt;
    }
    if (&before == &after) {
        return index;
    }
    const CollectionDefinition &was = before.collections[index];
    const auto &all = after.collections;
    const auto find = [&all](const auto &fits) {
        const auto found = std::find_if(all.begin(), all.end(), fits);
        return found == all.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - all.begin()));
    };
    const auto sameName = [&was](const CollectionDefinition &is) { return is.name == was.name && is.kind == was.kind; };
    const std::optional<std::size_t> named = find(sameName);
    return named ? named : find([&was](const CollectionDefinition &is) { return isSameSource(is, was); });
}

} // namespace plimsoll

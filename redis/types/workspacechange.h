// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <algorithm>

/// Compares an edited workspace with the previous one.
namespace plimsoll {

/// True if both read the same keys in the same way: observations stay valid, whatever the names and limits.
inline bool isSameSource(const CollectionDefinition &a, const CollectionDefinition &b)
{
    return a.kind == b.kind && a.keys == b.keys && a.options == b.options && a.preset == b.preset;
}

/// Like isSameSource(), except for the polled keys: observations stay valid for keys that both have.
inline bool isReadAlike(const CollectionDefinition &a, const CollectionDefinition &b)
{
    const auto recordsOf = [](const CollectionDefinition &definition) {
        std::vector<RoleKeys> records = definition.keys;
        std::erase_if(records, [](const RoleKeys &keys) { return !keys.role->perId; });
        return records;
    };
    return a.kind == b.kind && a.options == b.options && recordsOf(a) == recordsOf(b) && a.preset == b.preset;
}

/// Returns the index of a collection after the edit: the one with the same name and kind, otherwise the first with the
/// same source; nullopt if it was removed.
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

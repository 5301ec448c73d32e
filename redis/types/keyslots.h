// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>
#include <vector>

namespace plimsoll {

struct CollectionDefinition;
struct RoleKeys;

/// Position of a key in a role: number of periods back, and index of the shard.
struct KeySlot {
    int periodsBack = 0;
    int shard = 0;
};

/// Returns the slot of each key of CollectionDefinition::source(), in order; shards of all templates are numbered
/// consecutively.
std::vector<KeySlot> slotsOf(const CollectionDefinition &definition, const RoleKeys &keys);

/// Returns the length of the shortest period of the keys; 0 if they never change or are searched for.
std::chrono::milliseconds periodOf(const CollectionDefinition &definition);
/// Returns the keys of all roles for the period at `serverTime`.
std::vector<QByteArray> keysOfPeriod(const CollectionDefinition &definition, std::chrono::milliseconds serverTime);

} // namespace plimsoll

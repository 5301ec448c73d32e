// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/shards.h"

#include "redis/types/keyslots.h"
#include "redis/types/snapshot.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {

double skewOf(std::span<const double> sizes)
{
    const double whole = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    return whole > 0 ? *std::max_element(sizes.begin(), sizes.end()) * static_cast<double>(sizes.size()) / whole
                     : unknownFigure;
}

double ShardLoad::whole() const
{
    return std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

std::size_t ShardLoad::largest() const
{
    return static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

namespace {

/// Returns one entry, or one for each tier of a queue.
std::vector<RoleKeys> spreadOf(const RoleKeys &keys)
{
    std::vector<RoleKeys> all;
    if (keys.role->holds != Holds::Ready) {
        return {keys};
    }
    for (const QByteArray &tier : keys.templates) {
        all.push_back({keys.role, {tier}});
    }
    return all;
}

} // namespace

std::vector<ShardLoad> shardLoads(const Snapshot &snapshot, std::size_t row)
{
    std::vector<ShardLoad> loads;
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    if (at.partCount < 2 || workspace == nullptr || row >= workspace->collections.size()) {
        return loads;
    }
    const CollectionDefinition &definition = workspace->collections[row];
    auto part = static_cast<std::size_t>(at.firstPart);
    const std::size_t end = part + static_cast<std::size_t>(at.partCount);
    for (const RoleKeys &keys : definition.keys) {
        if (part == end || snapshot.layout->parts[part].role != keys.role) {
            continue; // not polled
        }
        for (const RoleKeys &spread : spreadOf(keys)) {
            if (spread.templates.size() == 1 && !spread.templates.front().contains('{')) {
                ++part; // single key, the usual case: fast for 10,000 collections
                continue;
            }
            if (part == end) {
                return loads; // keys have changed
            }
            ShardLoad load{keys.role, {}, {}};
            for (const KeySlot &slot : slotsOf(definition, spread)) {
                if (part == end) {
                    return loads; // keys have changed
                }
                const auto shard = static_cast<std::size_t>(slot.shard);
                load.sizes.resize(std::max(load.sizes.size(), shard + 1), 0);
                load.keys.resize(load.sizes.size());
                load.sizes[shard] += snapshot.parts[part];
                if (slot.periodsBack == 0) {
                    load.keys[shard] = snapshot.layout->parts[part].key;
                }
                ++part;
            }
            if (load.sizes.size() > 1) {
                loads.push_back(std::move(load));
            }
        }
    }
    return loads;
}

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keyslots.h"

#include "redis/types/workspace.h"

#include <algorithm>
#include <iterator>

namespace plimsoll {

std::vector<KeySlot> slotsOf(const CollectionDefinition &definition, const RoleKeys &keys)
{
    std::vector<KeySlot> all;
    int before = 0; // shards of previous templates
    for (const QByteArray &text : keys.templates) {
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (!parsed || parsed->hasId()) {
            continue;
        }
        const int shards = static_cast<int>(parsed->shardCount());
        const int periods = parsed->hasPeriod() ? definition.periods(*keys.role) : 1;
        for (int back = 0; back < periods; ++back) {
            for (int shard = 0; shard < shards; ++shard) {
                all.push_back({back, before + shard});
            }
        }
        before += shards;
    }
    return all;
}

std::chrono::milliseconds periodOf(const CollectionDefinition &definition)
{
    auto shortest = std::chrono::milliseconds::max();
    for (const QByteArray &text : definition.writtenKeys()) {
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (parsed && !parsed->hasId() && parsed->hasPeriod()) {
            shortest = std::min<std::chrono::milliseconds>(shortest, parsed->periodLength());
        }
    }
    return shortest == std::chrono::milliseconds::max() || definition.foundRole() != nullptr
        ? std::chrono::milliseconds(0)
        : shortest;
}

std::vector<QByteArray> keysOfPeriod(const CollectionDefinition &definition, std::chrono::milliseconds serverTime)
{
    std::vector<QByteArray> all;
    for (const RoleKeys &keys : definition.keys) {
        if (!keys.role->perId && keys.role->named != Named::ByGlob) {
            std::vector<QByteArray> some = KeySource(keys.templates).keys(serverTime);
            std::move(some.begin(), some.end(), std::back_inserter(all));
        }
    }
    return all;
}

} // namespace plimsoll

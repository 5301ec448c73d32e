// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keyslots.h"

namespace plimsoll {

std::vector<KeySlot> slotsOf(const CollectionDefinition &definition, const RoleKeys &keys)
{
    std::vector<KeySlot> all;
    int before = 0; // shards of other templates
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

} // namespace plimsoll

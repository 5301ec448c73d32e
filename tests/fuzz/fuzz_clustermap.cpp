// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/clustermap.h"
#include "redis/wire/replyreader.h"
#include "redis/types/slot.h"

#include <cstddef>
#include <cstdint>

using namespace plimsoll;
using namespace plimsoll::redis;

/// Any reply to CLUSTER SHARDS or SLOTS: no crash, and an accepted map is usable.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    ReplyReader reader({1 << 20, 1 << 14});
    reader.begin(1);
    const QByteArrayView bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (reader.feed(bytes) || !reader.isComplete()) {
        return 0;
    }
    const Reply reply = reader.take().front();
    const HostAndPort asked{QStringLiteral("seed"), 7000};
    for (const auto &map : {readShards(reply, asked, false), readShards(reply, asked, true), readSlots(reply, asked)}) {
        for (const ClusterMap::Node &node : map ? map->nodes : std::vector<ClusterMap::Node>()) {
            for (const auto &[first, last] : node.ranges) {
                if (first > last || last >= slotCount || node.address.port == 0 || !node.isMaster) {
                    __builtin_trap();
                }
            }
        }
    }
    return 0;
}

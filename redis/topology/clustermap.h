// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"

#include <QByteArray>

#include <utility>
#include <vector>

namespace plimsoll::redis {

struct Reply;

/// Nodes of a Redis Cluster and the slots of its masters, as one node told them. A value.
struct ClusterMap {
    struct Node {
        QByteArray id;
        HostAndPort address; ///< address as announced; if the host is unknown, that of the node asked
        QString hostName; ///< announced host name, if any; certificates are issued for it
        bool isMaster = true;
        std::vector<std::pair<quint16, quint16>> ranges{}; ///< first and last of each range; of masters only

        friend bool operator==(const Node &, const Node &) = default;
    };
    std::vector<Node> nodes; ///< masters in the order of their slots, each before its replicas

    friend bool operator==(const ClusterMap &, const ClusterMap &) = default;
};

/// Reads the reply to CLUSTER SHARDS (Redis 7), or to CLUSTER SLOTS (Redis 3.2.1 to 6 have only this). `asked` is the
/// address at which the reply was given; `tls` chooses between two announced ports. A port of 0, a slot over 16383 or a
/// slot of two masters make the whole reply a Protocol error: half a map would give wrong figures. Reentrant.
Result<ClusterMap> readShards(const Reply &reply, const HostAndPort &asked, bool tls);
Result<ClusterMap> readSlots(const Reply &reply, const HostAndPort &asked);

/// True if a shard of the reply to CLUSTER SHARDS has two masters that are not failed: since Redis 8, after a failover
/// until the old one counts as failed. Only CLUSTER SLOTS says then which of them has the slots.
bool hasTwoMasters(const Reply &shards);

/// Returns the address to connect to in place of an announced one: by its "host:port", else by its host, else by "*".
HostAndPort mapped(const AddressMap &map, const HostAndPort &announced);

} // namespace plimsoll::redis

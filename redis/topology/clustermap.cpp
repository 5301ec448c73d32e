// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/clustermap.h"

#include "redis/wire/reply.h"
#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

// Formats: redis.io, "CLUSTER SHARDS" and "CLUSTER SLOTS".

namespace plimsoll::redis {

namespace {

Error strangeMap()
{
    return {ErrorKind::Protocol,
            QCoreApplication::translate("Wire", "The cluster's description of its nodes is inconsistent")};
}

/// An empty host or "?" means that the node does not know its own address: it is the one that was asked.
bool isKnownHost(const QString &host)
{
    return !host.isEmpty() && host != QLatin1StringView("?");
}

std::optional<quint16> portIn(const Reply *field)
{
    const std::optional<qint64> port = field == nullptr ? std::nullopt : field->toInteger();
    return port && *port > 0 && *port <= 65'535 ? std::optional(static_cast<quint16>(*port)) : std::nullopt;
}

bool appendSlots(const Reply &first, const Reply &last, ClusterMap::Node &node)
{
    const std::optional<qint64> from = first.toInteger();
    const std::optional<qint64> to = last.toInteger();
    if (!from || !to || *from < 0 || *to < *from || *to >= qint64(slotCount)) {
        return false;
    }
    node.ranges.emplace_back(static_cast<quint16>(*from), static_cast<quint16>(*to));
    return true;
}

bool hasFailed(const Reply &node)
{
    return textIn(node, "health") == "fail";
}

std::optional<ClusterMap::Node> shardNode(const Reply &reply, const HostAndPort &asked, bool tls)
{
    ClusterMap::Node node;
    node.id = textIn(reply, "id");
    node.hostName = QString::fromUtf8(textIn(reply, "hostname"));
    const std::array hosts{QString::fromUtf8(textIn(reply, "endpoint")), QString::fromUtf8(textIn(reply, "ip")),
                           asked.host};
    node.address.host = *std::find_if(hosts.begin(), hosts.end() - 1, &isKnownHost);
    node.isMaster = textIn(reply, "role") == "master";
    const std::optional<quint16> port = portIn(valueIn(reply, tls ? "tls-port" : "port"));
    if (node.id.isEmpty() || !port) {
        return std::nullopt;
    }
    node.address.port = *port;
    return node;
}

/// Sorts the masters by slot; a slot of two masters is an error.
Result<ClusterMap> checked(std::vector<std::vector<ClusterMap::Node>> shards)
{
    std::vector<bool> isTaken(slotCount, false);
    for (const std::vector<ClusterMap::Node> &shard : shards) {
        for (const auto &[first, last] : shard.empty() ? decltype(ClusterMap::Node::ranges)() : shard.front().ranges) {
            for (std::size_t slot = first; slot <= last; ++slot) {
                if (isTaken[slot]) {
                    return strangeMap();
                }
                isTaken[slot] = true;
            }
        }
    }
    const auto firstSlot = [](const std::vector<ClusterMap::Node> &shard) {
        return shard.empty() || shard.front().ranges.empty() ? quint16(slotCount) : shard.front().ranges.front().first;
    };
    std::stable_sort(shards.begin(), shards.end(),
                     [&](const auto &a, const auto &b) { return firstSlot(a) < firstSlot(b); });
    ClusterMap map;
    for (std::vector<ClusterMap::Node> &shard : shards) {
        std::move(shard.begin(), shard.end(), std::back_inserter(map.nodes));
    }
    return map.nodes.empty() ? Result<ClusterMap>(strangeMap()) : Result<ClusterMap>(std::move(map));
}

} // namespace

Result<ClusterMap> readShards(const Reply &reply, const HostAndPort &asked, bool tls)
{
    std::vector<std::vector<ClusterMap::Node>> shards;
    for (const Reply &shard : reply.elements) {
        const Reply *const ranges = valueIn(shard, "slots");
        const Reply *const nodes = valueIn(shard, "nodes");
        if (ranges == nullptr || nodes == nullptr || ranges->elements.size() % 2 != 0) {
            return strangeMap();
        }
        std::vector<ClusterMap::Node> &each = shards.emplace_back();
        for (const bool failed : {false, true}) {
            for (const Reply &told : nodes->elements) {
                if (hasFailed(told) != failed) {
                    continue;
                }
                std::optional<ClusterMap::Node> node = shardNode(told, asked, tls);
                if (!node) {
                    return strangeMap();
                }
                each.push_back(*std::move(node));
            }
        }
        // After a failover, a shard may list its old master as well: failed, and before or after the new one. From
        // Redis 8 on, its role there is still that of a master.
        std::stable_sort(each.begin(), each.end(),
                         [](const auto &a, const auto &b) { return a.isMaster > b.isMaster; });
        for (std::size_t i = 1; i < each.size(); ++i) {
            each[i].isMaster = false;
        }
        for (std::size_t i = 0; i + 1 < ranges->elements.size(); i += 2) {
            if (each.empty() || !each.front().isMaster
                || !appendSlots(ranges->elements[i], ranges->elements[i + 1], each.front())) {
                return strangeMap();
            }
        }
    }
    return checked(std::move(shards));
}

bool hasTwoMasters(const Reply &shards)
{
    return std::any_of(shards.elements.begin(), shards.elements.end(), [](const Reply &shard) {
        const Reply *const nodes = valueIn(shard, "nodes");
        return nodes != nullptr
            && std::count_if(nodes->elements.begin(), nodes->elements.end(),
                             [](const Reply &node) { return textIn(node, "role") == "master" && !hasFailed(node); })
            > 1;
    });
}

Result<ClusterMap> readSlots(const Reply &reply, const HostAndPort &asked)
{
    std::vector<std::vector<ClusterMap::Node>> shards;
    for (const Reply &range : reply.elements) {
        if (range.elements.size() < 3) {
            return strangeMap();
        }
        std::vector<ClusterMap::Node> each;
        for (std::size_t i = 2; i < range.elements.size(); ++i) {
            const Reply &told = range.elements[i];
            const std::optional<quint16> port = told.elements.size() < 2 ? std::nullopt : portIn(&told.elements[1]);
            if (!port) {
                return strangeMap();
            }
            ClusterMap::Node node;
            node.address = {QString::fromUtf8(told.elements[0].bytes), *port};
            if (!isKnownHost(node.address.host)) {
                node.address.host = asked.host;
            }
            node.id = told.elements.size() > 2 ? told.elements[2].bytes : node.address.display().toUtf8();
            node.isMaster = i == 2;
            if (told.elements.size() > 3) {
                node.hostName = QString::fromUtf8(textIn(told.elements[3], "hostname"));
            }
            each.push_back(std::move(node));
        }
        const auto known = std::find_if(shards.begin(), shards.end(), [&](const std::vector<ClusterMap::Node> &shard) {
            return shard.front().id == each.front().id;
        });
        std::vector<ClusterMap::Node> &shard = known == shards.end() ? shards.emplace_back(std::move(each)) : *known;
        if (!appendSlots(range.elements[0], range.elements[1], shard.front())) {
            return strangeMap();
        }
    }
    return checked(std::move(shards));
}

HostAndPort mapped(const AddressMap &map, const HostAndPort &announced)
{
    const auto lookUp = [&map](const QString &name) {
        return std::find_if(map.begin(), map.end(),
                            [&](const auto &entry) { return entry.first.compare(name, Qt::CaseInsensitive) == 0; });
    };
    const std::array names{announced.display(), announced.host, QStringLiteral("*")};
    for (const QString &name : names) {
        const auto found = lookUp(name);
        if (found == map.end()) {
            continue;
        }
        const QString &to = found->second;
        const qsizetype colon = to.lastIndexOf(u':');
        const bool hasPort = colon > 0 && (to.indexOf(u':') == colon || to.at(colon - 1) == u']');
        const QString host = hasPort ? to.first(colon) : to;
        const bool isBracketed = host.startsWith(u'[') && host.endsWith(u']');
        return {isBracketed ? host.sliced(1, host.size() - 2) : host,
                hasPort ? QStringView(to).sliced(colon + 1).toUShort() : announced.port};
    }
    return announced;
}

} // namespace plimsoll::redis

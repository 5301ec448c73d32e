// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

/// The fields of recorded values by name; one list serves reading and writing. A missing field keeps its default value,
/// and an unknown one is ignored.
namespace plimsoll::app {

template <typename Info, typename Visit> void visitServerInfo(Info &info, const Visit &visit)
{
    visit("address", info.address);
    visit("name", info.name);
    visit("version", info.version);
    visit("mode", info.mode);
    visit("role", info.role);
    visit("runId", info.runId);
    visit("replicationId", info.replicationId);
    visit("replicationIdBefore", info.replicationIdBefore);
    visit("uptime", info.uptime);
    visit("keys", info.keys);
    visit("flushes", info.flushes);
    visit("usedMemory", info.usedMemory);
    visit("maxMemory", info.maxMemory);
    visit("maxMemoryPolicy", info.maxMemoryPolicy);
    visit("aofEnabled", info.aofEnabled);
    visit("rdbEnabled", info.rdbEnabled);
    visit("appendFsync", info.appendFsync);
    visit("changesSinceSave", info.changesSinceSave);
    visit("lastSaveUnix", info.lastSaveUnix);
    visit("evictedKeys", info.evictedKeys);
    visit("blockedClients", info.blockedClients);
    visit("connectedClients", info.connectedClients);
    visit("connectedReplicas", info.connectedReplicas);
    visit("slowLogLength", info.slowLogLength);
    visit("slowLogNewest", info.slowLogNewest);
    visit("slowLogOwn", info.slowLogOwn);
    visit("replicaLag", info.replicaLag);
    visit("masterLinkUp", info.masterLinkUp);
}

template <typename One, typename Visit> void visitTenure(One &tenure, const Visit &visit)
{
    visit("holder", tenure.holder);
    visit("from", tenure.from);
    visit("to", tenure.to);
}

/// All fields except the previous holder.
template <typename Key, typename Visit> void visitFoundKey(Key &key, const Visit &visit)
{
    visit("key", key.key);
    visit("id", key.id);
    visit("readAt", key.readAt);
    visit("count", key.count);
    visit("outside", key.outside);
    visit("freeAt", key.freeAt);
    visit("refusals", key.refused);
    visit("refusedPerMinute", key.refusedPerMinute);
    visit("expiresAt", key.expiresAt);
    visit("holder", key.holder);
    visit("since", key.since);
    visit("isSinceSeen", key.isSinceSeen);
    visit("lease", key.lease);
    visit("renewed", key.renewed);
    visit("hands", key.hands);
}

template <typename Group, typename Visit> void visitKeyGroup(Group &group, const Visit &visit)
{
    visit("name", group.name);
    visit("seen", group.seen);
    visit("medianLeftMs", group.medianLeftMs);
    visit("together", group.together);
    visit("withoutTtl", group.withoutTtl);
}

/// All fields except the lists.
template <typename Found, typename Visit> void visitKeysFound(Found &found, const Visit &visit)
{
    visit("seen", found.seen);
    visit("about", found.about);
    visit("wholeAt", found.wholeAt);
    visit("unread", found.unread);
    visit("oldestRead", found.oldestRead);
    visit("isFull", found.isFull);
    visit("outside", found.outside);
    visit("ends", found.ends);
    visit("bars", found.bars);
}

template <typename Element, typename Visit> void visitHeadElement(Element &element, const Visit &visit)
{
    visit("element", element.element);
    visit("score", element.score);
}

/// The scalar fields of a tick.
template <typename Tick, typename Visit> void visitTick(Tick &tick, const Visit &visit)
{
    visit("time", tick.serverTime);
    visit("roundTrip", tick.roundTrip);
    visit("pollTime", tick.pollTime);
    visit("serverShare", tick.serverShare);
    visit("commands", tick.commands);
}

/// Version of the layout: the one written, and the newest one that can be read.
inline constexpr int recordingLayout = 1;

} // namespace plimsoll::app

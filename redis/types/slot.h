// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <span>
#include <vector>

namespace plimsoll {

struct CollectionDefinition;
struct Workspace;

/// Number of hash slots of a Redis Cluster (cluster specification, "Key distribution model").
inline constexpr unsigned slotCount = 16'384;

/// Returns the part of the key that a cluster hashes: the text between the first { and the next }, if not empty,
/// otherwise the whole key.
QByteArrayView hashedPart(QByteArrayView key);

/// CRC-16/XMODEM of the hashed part, modulo 16,384.
unsigned slotOf(QByteArrayView key);

/// Reason why no script of a cluster can change these keys together, naming two of them; empty if one can. Empty keys
/// do not count.
QString differentSlots(std::span<const QByteArray> keys);
/// In a cluster, the same for keys of a collection and the record of a job; empty without a cluster.
QString apartFromRecord(const Workspace &workspace, const CollectionDefinition &definition,
                        std::vector<QByteArray> keys, const QByteArray &id);

} // namespace plimsoll

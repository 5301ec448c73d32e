// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace plimsoll::redis {

/// Number of hash slots of a Redis Cluster (cluster specification, "Key distribution model").
inline constexpr unsigned slotCount = 16'384;

/// Returns the part of the key that a cluster hashes: the text between the first { and the next }, if not empty,
/// otherwise the whole key.
QByteArrayView hashedPart(QByteArrayView key);

/// CRC-16/XMODEM of the hashed part, modulo 16,384.
unsigned slotOf(QByteArrayView key);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace plimsoll::redis {

/// Of a Redis Cluster (cluster specification, "Key distribution model").
inline constexpr unsigned slotCount = 16'384;

/// What a cluster hashes of a key: what lies between the first { and the next }, when there is something, else the key.
QByteArrayView hashedPart(QByteArrayView key);

/// CRC-16/XMODEM of the hashed part, modulo 16,384.
unsigned slotOf(QByteArrayView key);

} // namespace plimsoll::redis

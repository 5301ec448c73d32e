// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/bytes.h"

#include <span>

/// The figures of one tick as what changed since the tick before: most of them did not.
namespace plimsoll::redis {

/// `before` empty: nothing was known.
void writeFigures(ByteWriter &out, std::span<const double> now, std::span<const double> before);
/// Makes of the figures before those of now. False when the bytes are damaged.
bool readFigures(ByteReader &in, std::span<double> figures);

} // namespace plimsoll::redis
